/**
 * Leaves a report at once, for whoever must not be seen with it: what was written goes from this device, the page turns blank,
 * and a page that anybody might be reading takes its place in the history. By the button, or by Escape pressed three times.
 */
import { Button } from '@mantine/core';
import { IconDoorExit } from '@tabler/icons-react';
import { usualQuickExit } from '@waypost/contract/page-settings';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pageSettings } from '../../api/page-settings.ts';
import { Icon } from '../../ui/icon.tsx';
import './exit-words.ts';

/** Milliseconds between two presses that belong together, and what clearing the device may take at most. */
const [between, patience] = [1500, 400];

const wait = (time: number) =>
  new Promise<void>((done) => {
    setTimeout(done, time);
  });

/** In a frame the page around it goes: who looks over a shoulder sees all of it. */
function goTo(address: string): void {
  try {
    (window.top ?? window).location.replace(address);
  } catch {
    window.location.replace(address);
  }
}

async function leave(clear: () => Promise<unknown>): Promise<void> {
  document.body.style.display = 'none';
  document.title = '';
  await Promise.race([clear().catch(() => undefined), wait(patience)]);
  goTo(pageSettings.quickExit ?? usualQuickExit);
}

/** @param clear removes what this device keeps of the report */
export default function QuickExit({ clear }: { clear: () => Promise<unknown> }) {
  const { t } = useTranslation();
  const latest = useRef(clear);
  useEffect(() => {
    latest.current = clear;
  }, [clear]);
  useEffect(() => {
    let presses: number[] = [];
    const onKey = ({ key, repeat, timeStamp }: KeyboardEvent) => {
      if (repeat) return;
      const last = presses.at(-1);
      const goesOn = key === 'Escape' && last !== undefined && timeStamp - last < between;
      presses = key === 'Escape' ? [...(goesOn ? presses : []), timeStamp] : [];
      if (presses.length >= 3) void leave(() => latest.current());
    };
    // Before whatever else Escape closes.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
  return (
    <Button
      color="red"
      size="sm"
      title={t('exit.hint')}
      leftSection={<Icon of={IconDoorExit} size={18} />}
      onClick={() => void leave(clear)}
    >
      {t('exit.action')}
    </Button>
  );
}
