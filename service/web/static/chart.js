// Move and scale the map: by dragging, wheel, pinch and keys.  Without this it scrolls as it is.
const chart = document.getElementById("chart");
const sheets = chart.querySelector(".sheets");
let scale = 1, x = 0, y = 0;
const fingers = new Map();

chart.classList.add("live");
const buttons = document.querySelector(".zoom");
buttons.hidden = false;
for (const button of buttons.querySelectorAll("button")) {
  button.addEventListener("click", () => {
    const { width, height } = chart.getBoundingClientRect();
    zoom(Number(button.dataset.by), width / 2, height / 2);
  });
}

function show() {
  const { width, height } = chart.getBoundingClientRect();
  const wide = sheets.offsetWidth * scale, high = sheets.offsetHeight * scale;
  x = Math.min(0, Math.max(Math.min(0, width - wide), x));
  y = Math.min(0, Math.max(Math.min(0, height - high), y));
  sheets.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
}

function zoom(factor, cx, cy) {
  const next = Math.min(8, Math.max(1, scale * factor));
  x = cx - (cx - x) * (next / scale);
  y = cy - (cy - y) * (next / scale);
  scale = next;
  show();
}

function place(event) {
  const box = chart.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

chart.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoom(Math.exp(-event.deltaY / 400), ...place(event));
}, { passive: false });

chart.addEventListener("pointerdown", (event) => {
  chart.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, place(event));
});
chart.addEventListener("pointerup", (event) => fingers.delete(event.pointerId));
chart.addEventListener("pointercancel", (event) => fingers.delete(event.pointerId));
chart.addEventListener("pointermove", (event) => {
  if (!fingers.has(event.pointerId)) return;
  const before = fingers.get(event.pointerId), now = place(event);
  if (fingers.size === 1) {
    x += now[0] - before[0];
    y += now[1] - before[1];
    show();
  } else {
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const apart = (at) => Math.hypot(at[0] - other[0], at[1] - other[1]);
    zoom(apart(now) / Math.max(1, apart(before)), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
  }
  fingers.set(event.pointerId, now);
});

chart.addEventListener("keydown", (event) => {
  const { width, height } = chart.getBoundingClientRect();
  const steps = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] };
  if (event.key in steps) { x += steps[event.key][0]; y += steps[event.key][1]; show(); }
  else if (event.key === "+") zoom(1.4, width / 2, height / 2);
  else if (event.key === "-") zoom(1 / 1.4, width / 2, height / 2);
  else return;
  event.preventDefault();
});
addEventListener("resize", show);

// A sheet that does not fit begins where its reader is, near enough to be read.
const ACROSS = 500; // units of the sheet that a phone shows (a hex is about 44)
const ground = sheets.querySelector("img");
function begin() {
  const { width, height } = chart.getBoundingClientRect();
  if (!chart.dataset.x || (sheets.offsetWidth <= width && sheets.offsetHeight <= height)) return;
  const whole = sheets.offsetWidth / ground.naturalWidth;
  if (width < 600) scale = Math.min(8, Math.max(1, width / ACROSS / whole));
  const unit = whole * scale;
  x = width / 2 - chart.dataset.x * unit;
  y = height / 2 - chart.dataset.y * unit;
  show();
}
if (ground.complete) begin(); else ground.addEventListener("load", begin);
