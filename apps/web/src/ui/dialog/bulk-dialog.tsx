/** A dialog that processes many items one after the other: asks first, shows the progress, and lists the failures. */
import { Button, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './bulk-dialog.module.css';
import { DialogActions } from './dialog-actions.tsx';
import { Modal } from './modal.tsx';

/** An item to process. */
export interface BulkItem {
  id: number;
  name: string;
}

interface Props {
  title: string;
  /** The question, and fields that must be filled in before. */
  children: ReactNode;
  /** Text of the button: names the action. */
  confirmLabel: string;
  tone?: 'danger';
  /** False until the fields are filled in. */
  canStart?: boolean;
  items: readonly BulkItem[];
  processItem: (item: BulkItem) => Promise<unknown>;
  formatError: (error: unknown, item: BulkItem) => string;
  /** Called at the end, also after failures; the dialog then stays open to list them. */
  onDone: (done: readonly BulkItem[], failed: readonly BulkItem[]) => void;
  onClose: () => void;
}

type BulkFailure = BulkItem & { text: string };
type BulkPhase =
  | { state: 'confirming' }
  | { state: 'running'; index: number }
  | { state: 'done'; doneCount: number; failed: BulkFailure[] };

/** Asks, processes the items and reports. Closing it while it runs stops after the current item. */
export function BulkDialog(props: Props) {
  const {
    title,
    children,
    confirmLabel,
    tone,
    canStart = true,
    items,
    processItem,
    formatError,
    onDone,
    onClose,
  } = props;
  const { t } = useTranslation();
  const [phase, setPhase] = useState<BulkPhase>({ state: 'confirming' });
  const isStopped = useRef(false);

  async function run() {
    const done: BulkItem[] = [];
    const failed: BulkFailure[] = [];
    for (const [index, item] of items.entries()) {
      if (isStopped.current) break;
      setPhase({ state: 'running', index });
      try {
        await processItem(item);
        done.push(item);
      } catch (error) {
        failed.push({ ...item, text: formatError(error, item) });
      }
    }
    onDone(done, failed);
    if (failed.length === 0) onClose();
    else setPhase({ state: 'done', doneCount: done.length, failed });
  }

  function close() {
    isStopped.current = true;
    if (phase.state !== 'running') onClose();
  }

  return (
    <Modal opened onClose={close} title={title} closeOnClickOutside={phase.state === 'confirming'}>
      {phase.state === 'confirming' && (
        <>
          <div className={classes['question']}>{children}</div>
          <DialogActions>
            <Button variant="default" size="md" data-autofocus onClick={close}>
              {t('action.cancel')}
            </Button>
            <Button
              size="md"
              disabled={!canStart}
              {...(tone === 'danger' ? { color: 'red' } : {})}
              onClick={() => void run()}
            >
              {confirmLabel}
            </Button>
          </DialogActions>
        </>
      )}
      {phase.state === 'running' && (
        <>
          <Text component="output" display="block" mb="md">
            {t('bulk.progress', { at: phase.index + 1, count: items.length })}
          </Text>
          <DialogActions>
            <Button variant="default" size="md" onClick={close}>
              {t('bulk.stop')}
            </Button>
          </DialogActions>
        </>
      )}
      {phase.state === 'done' && (
        <>
          <div role="alert">
            <Text mb="xs">{t('bulk.done', { count: phase.doneCount })}</Text>
            <Text fw={550}>{t('bulk.failed', { count: phase.failed.length })}</Text>
            <ul className={classes['failures']}>
              {phase.failed.map(({ id, name, text }) => (
                <li key={id}>
                  <strong dir="auto">{name}</strong>
                  <span>{text}</span>
                </li>
              ))}
            </ul>
          </div>
          <DialogActions>
            <Button size="md" data-autofocus onClick={onClose}>
              {t('action.close')}
            </Button>
          </DialogActions>
        </>
      )}
    </Modal>
  );
}
