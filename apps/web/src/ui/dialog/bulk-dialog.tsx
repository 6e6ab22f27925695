/** Does one thing to many, one after the other: asks before, counts meanwhile, and tells which could not be done and why. */
import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './bulk-dialog.module.css';
import { Modal } from './modal.tsx';

export interface BulkItem {
  id: number;
  name: string;
}

interface Props {
  title: string;
  /** The question, with whatever has to be chosen before. */
  children: ReactNode;
  /** What the button says: the deed itself. */
  confirmLabel: string;
  tone?: 'danger';
  /** False until what has to be chosen is chosen. */
  canStart?: boolean;
  items: readonly BulkItem[];
  processItem: (item: BulkItem) => Promise<unknown>;
  formatError: (error: unknown, item: BulkItem) => string;
  /** When it is over, however it went; the dialog stays to tell of failures. */
  onDone: (done: readonly BulkItem[], failed: readonly BulkItem[]) => void;
  onClose: () => void;
}

type BulkFailure = BulkItem & { text: string };
type BulkPhase =
  | { is: 'asking' }
  | { is: 'running'; at: number }
  | { is: 'over'; done: number; failed: BulkFailure[] };

export function BulkDialog(props: Props) {
  const {
    title,
    children,
    confirmLabel: action,
    tone,
    canStart = true,
    items,
    processItem: act,
    formatError: textOf,
    onDone,
    onClose,
  } = props;
  const { t } = useTranslation();
  const [phase, setPhase] = useState<BulkPhase>({ is: 'asking' });
  const isStopped = useRef(false);

  async function run() {
    const done: BulkItem[] = [];
    const failed: BulkFailure[] = [];
    for (const [at, item] of items.entries()) {
      if (isStopped.current) break;
      setPhase({ is: 'running', at });
      try {
        await act(item);
        done.push(item);
      } catch (error) {
        failed.push({ ...item, text: textOf(error, item) });
      }
    }
    onDone(done, failed);
    if (failed.length === 0) onClose();
    else setPhase({ is: 'over', done: done.length, failed });
  }

  function close() {
    isStopped.current = true;
    if (phase.is !== 'running') onClose();
  }

  return (
    <Modal opened onClose={close} title={title} closeOnClickOutside={phase.is === 'asking'}>
      {phase.is === 'asking' && (
        <>
          <div className={classes['question']}>{children}</div>
          <Group justify="flex-end">
            <Button variant="default" size="md" data-autofocus onClick={close}>
              {t('action.cancel')}
            </Button>
            <Button
              size="md"
              disabled={!canStart}
              {...(tone === 'danger' ? { color: 'red' } : {})}
              onClick={() => void run()}
            >
              {action}
            </Button>
          </Group>
        </>
      )}
      {phase.is === 'running' && (
        <>
          <Text component="output" display="block" mb="md">
            {t('bulk.progress', { at: phase.at + 1, count: items.length })}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" size="md" onClick={close}>
              {t('bulk.stop')}
            </Button>
          </Group>
        </>
      )}
      {phase.is === 'over' && (
        <>
          <div role="alert">
            <Text mb="xs">{t('bulk.done', { count: phase.done })}</Text>
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
          <Group justify="flex-end">
            <Button size="md" data-autofocus onClick={onClose}>
              {t('action.close')}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
