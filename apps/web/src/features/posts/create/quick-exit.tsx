/**
 * Quick exit for reporters who must not be seen with the form: deletes the draft from this device, blanks the page and replaces
 * it with a harmless page, also in the history. Triggered by the button, also in dialogs, or by pressing Escape three times.
 */
import { Button } from '@mantine/core';
import { IconDoorExit } from '@tabler/icons-react';
import { defaultQuickExitUrl } from '@waypost/contract/settings/page-settings';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pageSettings } from '../../../api/page-settings.ts';
import { setDialogExit } from '../../../ui/dialog/dialog-exit.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import './quick-exit-labels.ts';

/**
 * Longest time between two key presses that count together, and longest time that deleting the draft may take, in milliseconds.
 */
const [maxKeyPressGapMs, maxClearMs] = [1500, 400];

const delay = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** In an iframe the whole page around it is replaced, since all of it is visible to bystanders. */
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

/** @param clear deletes what this device stores of the report */
export default function QuickExit({ clear }: { clear: () => Promise<unknown> }) {
  const { t } = useTranslation();
  const latest = useRef(clear);
  useEffect(() => {
    latest.current = clear;
  }, [clear]);
  useEffect(() => {
    let pressTimes: number[] = [];
    const onKey = ({ key, repeat, timeStamp }: KeyboardEvent) => {
      if (repeat) return;
      const last = pressTimes.at(-1);
      const isSeries = key === 'Escape' && last !== undefined && timeStamp - last < maxKeyPressGapMs;
      pressTimes = key === 'Escape' ? [...(isSeries ? pressTimes : []), timeStamp] : [];
      if (pressTimes.length >= 3) void leavePage(() => latest.current());
    };
    // In the capture phase, before other Escape handlers.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
  // `t` stays the same when the translations of these texts arrive.
  const [label, hint] = [t('exit.action'), t('exit.hint')];
  useEffect(() => {
    const leave = () => void leavePage(() => latest.current());
    setDialogExit({ label, hint, leave });
    return () => setDialogExit(null);
  }, [label, hint]);
  return (
    <Button
      color="red"
      size="sm"
      title={hint}
      leftSection={<Icon icon={IconDoorExit} size={18} />}
      onClick={() => void leavePage(clear)}
    >
      {label}
    </Button>
  );
}
