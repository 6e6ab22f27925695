import { useEffect, useState } from 'react';

/** A picture that can be drawn, with its size in pixels. */
export interface LoadedPicture {
  source: ImageBitmap | HTMLImageElement;
  width: number;
  height: number;
}

async function loadPicture(picture: string | Blob): Promise<LoadedPicture> {
  if (picture instanceof Blob) {
    const source = await createImageBitmap(picture, { imageOrientation: 'from-image' });
    return { source, width: source.width, height: source.height };
  }
  const source = new Image();
  source.src = picture;
  await source.decode();
  return { source, width: source.naturalWidth, height: source.naturalHeight };
}

/** Loads a picture by its URL, or from a file. @returns undefined while it loads; `error` if the browser cannot decode it */
export function useLoadedPicture(picture: string | Blob): { loaded?: LoadedPicture; error?: unknown } {
  const [state, setState] = useState<{ loaded?: LoadedPicture; error?: unknown }>({});
  useEffect(() => {
    let isCurrent = true;
    loadPicture(picture).then(
      (loaded) => isCurrent && setState({ loaded }),
      (error: unknown) => isCurrent && setState({ error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [picture]);
  return state;
}
