/** A picture that was chosen but not sent: it leaves the device together with the report, not before. */

export interface NewPhoto {
  /** Made smaller and rid of what the camera wrote into it, where the browser can do that. */
  blob: Blob;
  name: string;
  caption: string;
  /** Bytes as chosen, to tell what was saved. */
  chosenBytes: number;
  /** Set once the server has it, so that a second try does not send it again. */
  savedId?: string;
  /** Shows a server that the picture is this device's, after a visitor's token was renewed. */
  claim?: string;
  /** Of an upload that was begun and broke off. */
  uploadId?: string;
}

export const isNewPhoto = (it: unknown): it is NewPhoto =>
  typeof it === 'object' && it !== null && 'blob' in it && it.blob instanceof Blob;
