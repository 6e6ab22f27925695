import { useMemo } from 'react';
import { AreasPreview } from './areas-preview.tsx';
import { type AreasFile, listNames } from './read-areas-file.ts';
import { sampleOutline } from './sample-outline.ts';

interface Props {
  file: AreasFile;
  property: string;
  name: string;
}

/** The areas of a chosen file on a map, so that a wrong file is seen before it is added. */
export default function AreasFilePreview({ file, property, name }: Props) {
  const outlines = useMemo(
    () => file.outlines.map(({ geometry }) => sampleOutline(geometry, file.outlines.length)),
    [file],
  );
  const areas = useMemo(() => {
    const names = listNames(file.outlines, property);
    return outlines.map((coordinates, index) => ({
      type: 'Feature' as const,
      id: index + 1,
      properties: { name: names[index] ?? '' },
      geometry: { type: 'MultiPolygon' as const, coordinates },
    }));
  }, [file, outlines, property]);
  return <AreasPreview areas={areas} name={name} />;
}
