/** A map in the step: its state, read aloud when it changes, and what can be done next. */
import { Button, VisuallyHidden } from '@mantine/core';
import {
  deleteMapArchive,
  type MapArchive,
  updateMapArchive,
} from '@waypost/contract/map-archives/map-archives';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../../api/notify-error.ts';
import { useCall } from '../../../../api/use-call.ts';
import { type FailedAddress, findFailedAddress } from '../../../../blocks/map-archives/failed-address.ts';
import { useMapStateText } from '../../../../blocks/map-archives/map-state.tsx';
import { MapSummary } from '../../../../blocks/map-archives/map-summary.tsx';
import { isFocusOnTitle } from '../../../../ui/browser/focus-over-title.ts';
import rows from '../../../../ui/display/row-list.module.css';

interface Props {
  archive: MapArchive;
  /** Whether it was just added: the form that had the focus is gone. */
  takesFocus: boolean;
  /** A map that failed is deleted: another file can be chosen, or its address corrected. */
  onRetry: (failed: FailedAddress | null) => void;
}

/** The row. */
export function AddedMap({ archive, takesFocus, onRetry }: Props) {
  const { state, active } = archive;
  const row = useRef<HTMLLIElement>(null);
  const text = useMapStateText(archive);
  const seen = useRef(text);
  useEffect(() => {
    if (takesFocus) row.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    const isChanged = seen.current !== text;
    seen.current = text;
    // The button that was pressed last, such as "Pause upload", may be gone.
    if (isChanged && isFocusOnTitle()) row.current?.focus({ preventScroll: true });
  }, [text]);
  return (
    <li ref={row} tabIndex={-1} className={rows['row']}>
      <MapSummary archive={archive} />
      <VisuallyHidden>
        <output>{`${archive.name}: ${text}`}</output>
      </VisuallyHidden>
      {state === 'failed' && <RetryButton archive={archive} onRetry={onRetry} />}
      {state === 'ready' && !active && <ShowButton archive={archive} />}
    </li>
  );
}

function RetryButton({ archive, onRetry }: Pick<Props, 'archive' | 'onRetry'>) {
  const { t } = useTranslation();
  const failed = findFailedAddress(archive);
  const remove = useCall(deleteMapArchive, { onSuccess: () => onRetry(failed), onError: notifyError });
  return (
    <Button
      variant="default"
      loading={remove.isPending}
      onClick={() => remove.mutate({ params: { id: archive.id } })}
    >
      {t(failed ? 'action.retry' : 'maps.add.otherFile')}
    </Button>
  );
}

function ShowButton({ archive: { id, name } }: { archive: MapArchive }) {
  const { t } = useTranslation();
  const show = useCall(updateMapArchive, { onError: notifyError });
  return (
    <Button
      variant="default"
      loading={show.isPending}
      onClick={() => show.mutate({ params: { id }, body: { active: true } })}
    >
      {t('maps.toggle', { name })}
    </Button>
  );
}
