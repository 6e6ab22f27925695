/** Recognizes a chosen map file by its first bytes, before it is sent. */
import { fileKindBytes, isArchiveHead, isExtractHead } from '@waypost/contract/map-archives/file-kinds';
import { useEffect, useState } from 'react';

export type MapFileKind = 'archive' | 'extract' | 'other';

async function readKind(file: File): Promise<MapFileKind> {
  const head = new Uint8Array(await file.slice(0, fileKindBytes).arrayBuffer());
  if (isArchiveHead(head)) return 'archive';
  return isExtractHead(head) ? 'extract' : 'other';
}

/** What the file is; undefined while it is being read, and where it cannot be read: then the server says what is wrong. */
export function useMapFileKind(file: File | null): MapFileKind | undefined {
  const [recognized, setRecognized] = useState<{ file: File; kind: MapFileKind }>();
  useEffect(() => {
    if (!file) return undefined;
    let isCurrent = true;
    readKind(file).then(
      (kind) => isCurrent && setRecognized({ file, kind }),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return recognized && recognized.file === file ? recognized.kind : undefined;
}
