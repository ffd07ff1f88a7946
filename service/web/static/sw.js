// Shows what a push says, and opens the page it is about.  It keeps nothing and fetches nothing.
self.addEventListener("push", (event) => {
  const { title, body, link, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: link }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const page = new URL(event.notification.data, self.location.origin);
  if (page.origin === self.location.origin) event.waitUntil(self.clients.openWindow(page.href));
});
