/** Pictures that were chosen on this page, and are still being resized: a form that is sent waits for them. */

const pending = new Set<Promise<boolean>>();

/** @param preparation resolves when the picture is an answer of the form, or with false when it is refused there; never rejects */
export function trackPreparation(preparation: Promise<boolean>): void {
  pending.add(preparation);
  void preparation.finally(() => pending.delete(preparation));
}

/** Whether there are any. */
export const arePhotosPending = (): boolean => pending.size > 0;

/** @returns whether all of them have become answers */
export const arePhotosAccepted = async (): Promise<boolean> => (await Promise.all(pending)).every(Boolean);
