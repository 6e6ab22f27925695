import { type RefCallback, useCallback } from 'react';

/** The ref of an image that shows a picture. @param picture URL, or the file itself before it is uploaded */
export const usePictureRef = (picture: string | Blob | undefined): RefCallback<HTMLImageElement> =>
  useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || picture === undefined) return undefined;
      const url = typeof picture === 'string' ? picture : URL.createObjectURL(picture);
      image.src = url;
      // The browser keeps the file in memory until its object URL is revoked.
      return () => (typeof picture === 'string' ? undefined : URL.revokeObjectURL(url));
    },
    [picture],
  );
