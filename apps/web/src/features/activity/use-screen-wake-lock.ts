import { useEffect } from 'react';

/** Keeps the screen on while the page is visible, on devices that support it. */
export function useScreenWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    async function hold() {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      try {
        const held = await navigator.wakeLock.request('screen');
        if (isOver) await held.release();
        else lock = held;
      } catch {
        // The device may refuse, for example with a low battery.
      }
    }
    const again = () => void hold();
    again();
    // The lock is lost when the page is hidden, and must be requested again.
    document.addEventListener('visibilitychange', again);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
