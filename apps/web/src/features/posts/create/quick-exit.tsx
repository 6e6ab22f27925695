/**
 * Leaves a report at once, for whoever must not be seen with it: what was written goes from this device, the page turns blank,
 * and a page that anybody might be reading takes its place in the history. By the button, or by Escape pressed three times.
 */
import { Button } from '@mantine/core';
import { IconDoorExit } from '@tabler/icons-react';
import { defaultQuickExitUrl } from '@waypost/contract/settings/page-settings';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pageSettings } from '../../../api/page-settings.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import './quick-exit-labels.ts';

/** Milliseconds between two presses that belong together, and what clearing the device may take at most. */
const [maxKeyPressGapMs, maxClearMs] = [1500, 400];

const delay = (ms: number) =>
  new Promise<void>((done) => {
    setTimeout(done, ms);
  });

/** In a frame the page around it goes: who looks over a shoulder sees all of it. */
function replacePage(url: string): void {
  try {
    (window.top ?? window).location.replace(url);
  } catch {
    window.location.replace(url);
  }
}

async function leavePage(clear: () => Promise<unknown>): Promise<void> {
  document.body.style.display = 'none';
  document.title = '';
  await Promise.race([clear().catch(() => undefined), delay(maxClearMs)]);
  replacePage(pageSettings.quickExit ?? defaultQuickExitUrl);
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
      const goesOn = key === 'Escape' && last !== undefined && timeStamp - last < maxKeyPressGapMs;
      presses = key === 'Escape' ? [...(goesOn ? presses : []), timeStamp] : [];
      if (presses.length >= 3) void leavePage(() => latest.current());
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
      leftSection={<Icon icon={IconDoorExit} size={18} />}
      onClick={() => void leavePage(clear)}
    >
      {t('exit.action')}
    </Button>
  );
}
