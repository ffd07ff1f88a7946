// Has this browser show notices.  Without this module the page says how else one may be told.
const box = document.getElementById("push");
const button = box.querySelector("button");
const said = box.querySelector("[role=status]");

if ("serviceWorker" in navigator && "PushManager" in window) {
  const worker = navigator.serviceWorker.register("/sw.js");
  worker.then(() => { box.hidden = false; }, () => {});
  button.addEventListener("click", () => subscribe(worker).catch((error) => {
    said.textContent = Notification.permission === "denied"
      ? "This browser was told not to show notices of this site; allow them in its settings."
      : `That did not work (${error.name}); nothing was changed.`;
  }));
}

async function subscribe(worker) {
  await worker;
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: box.dataset.key };
  const kept = await pushManager.subscribe(wanted).catch(async (error) => {
    // Made under another key of this server's: it serves no more.
    const old = await pushManager.getSubscription();
    if (error.name !== "InvalidStateError" || !old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(wanted);
  });
  const { endpoint, keys } = kept.toJSON();
  const answer = await fetch(box.dataset.to, {
    method: "POST", body: new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
  });
  if (answer.ok) location.reload();
  else said.textContent = "The server did not take it; nothing was changed. Load the page anew.";
}
