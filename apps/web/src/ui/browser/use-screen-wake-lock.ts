import { useEffect } from 'react';

/** Keeps the screen on while the page is visible, on devices that support it. */
export function useScreenWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isCancelled = false;
    async function hold() {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      try {
        const wakeLock = await navigator.wakeLock.request('screen');
        if (isCancelled) await wakeLock.release();
        else lock = wakeLock;
      } catch {
        // The device may refuse, for example with a low battery.
      }
    }
    const requestAgain = () => void hold();
    requestAgain();
    // The lock is lost when the page is hidden, and must be requested again.
    document.addEventListener('visibilitychange', requestAgain);
    return () => {
      isCancelled = true;
      document.removeEventListener('visibilitychange', requestAgain);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
