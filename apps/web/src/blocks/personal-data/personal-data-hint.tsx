/** Says below a text field that its text may identify somebody, and removes that at one press. */
import { useDebouncedValue } from '@mantine/hooks';
import { lazy, Suspense } from 'react';

/** Lazy: the rules of all countries are larger than the form. */
const FoundPersonalData = lazy(() => import('./found-personal-data.tsx'));

/** Characters of the shortest text that is worth a look. */
const shortestText = 6;
/** Milliseconds without a key press before the text is checked. */
const typingPauseMs = 600;

interface Props {
  text: string;
  /** Gets the text without the removed part. */
  onChange: (text: string) => void;
}

/** Checks on the device, after a pause in typing. */
export function PersonalDataHint({ text, onChange }: Props) {
  const [settledText] = useDebouncedValue(text, typingPauseMs);
  if (settledText !== text || text.trim().length < shortestText) return null;
  return (
    <Suspense fallback={null}>
      <FoundPersonalData texts={[{ text, onChange }]} />
    </Suspense>
  );
}
