/** A chosen picture that is not uploaded yet: it leaves the device only when the report is submitted. */

/** The picture; stored in drafts and queued reports, so members keep their names. */
export interface NewPhoto {
  /** Resized and without metadata of the camera, where the browser can do that. */
  blob: Blob;
  name: string;
  caption: string;
  /** Size of the chosen file, before it was resized. */
  chosenBytes: number;
  /** Media id after the upload, so that a second attempt does not upload it again. */
  savedId?: string;
  /** Proves to the server that this device uploaded the picture, after a visitor's token was renewed. */
  claim?: string;
  /** Id of an interrupted upload. */
  uploadId?: string;
}

/** Type guard for `NewPhoto`. */
export const isNewPhoto = (it: unknown): it is NewPhoto =>
  typeof it === 'object' && it !== null && 'blob' in it && it.blob instanceof Blob;
