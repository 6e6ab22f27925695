/** Reloads the page in the newest version of the app. */

/**
 * Activates a newer service worker, if the server has one, then reloads this tab; other tabs keep their version until they are
 * reloaded. A mere reload would get the old page from the old worker.
 */
export async function loadNewestVersion(): Promise<void> {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  const registration = await workers?.getRegistration();
  // Fails without a connection.
  await registration?.update().catch(() => undefined);
  const worker = registration?.waiting ?? registration?.installing;
  if (!worker) return location.reload();
  workers?.addEventListener('controllerchange', () => location.reload(), { once: true });
  const activate = () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is given no origin
    if (worker.state === 'installed') worker.postMessage({ kind: 'take over' });
    // Parts of it could not be loaded.
    if (worker.state === 'redundant') location.reload();
  };
  worker.addEventListener('statechange', activate);
  activate();
}
