/** The state of a map: on the map, being uploaded or checked, or why it could not be added. */
import { Button, FileButton } from '@mantine/core';
import type { MapArchive } from '@waypost/contract/map-archives/map-archives';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorEntry, formatErrorMessage } from '../../api/error-text.ts';
import rows from '../../ui/display/row-list.module.css';
import { formatBytes } from '../survey-form/photos/format-bytes.ts';
import { type ArchiveUpload, pauseUpload, sendArchive, useArchiveUpload } from './archive-uploads.ts';
import classes from './map-archives.module.css';
import { mapFileTypes } from './map-file-field.tsx';

/** The line, with the buttons of an upload. */
export function MapState({ archive }: { archive: MapArchive }) {
  const text = useMapStateText(archive);
  const { state, received, size, is_file_missing: isFileMissing } = archive;
  if (state === 'uploading') return <UploadState archive={archive} text={text} />;
  if (state === 'importing') return <Progress text={text} done={received} total={size} />;
  if (state === 'building') return <BuildState archive={archive} text={text} />;
  return <span className={rows[state === 'failed' || isFileMissing ? 'error' : 'detail']}>{text}</span>;
}

/** The state in words, without how far it is. keys: maps.state.* */
export function useMapStateText(archive: MapArchive): string {
  const { t } = useTranslation();
  const upload = useArchiveUpload(archive.id);
  switch (archive.state) {
    case 'uploading':
      return t(upload?.state === 'sending' ? 'maps.state.sending' : 'maps.state.paused');
    case 'importing':
      return t('maps.state.checking');
    case 'building':
      return t('maps.state.building');
    case 'failed':
      return formatFailure(archive, t);
    default:
      archive.state satisfies 'ready';
  }
  if (archive.is_file_missing) return t('maps.state.missing');
  return t(archive.active ? 'maps.state.on' : 'maps.state.off');
}

/** Fields of the form by source, which the messages name. */
const fieldKeys = { upload: 'maps.add.file', file: 'maps.add.file', address: 'maps.add.address' } as const;

/** That a map could not be added, and why. */
function formatFailure({ failure, source }: MapArchive, t: TFunction): string {
  const label = t(fieldKeys[source ?? 'upload']);
  const entry = failure && {
    status: 422,
    code: failure.rule,
    source: { pointer: '/file' },
    params: failure.params,
  };
  const reason = entry && formatErrorEntry(entry, label);
  return [t('maps.state.failed'), reason].filter(Boolean).join(' ');
}

function Progress({ text, done, total }: { text: string; done: number; total: number | null }) {
  return (
    <span className={classes['progress']}>
      <progress aria-label={text} {...(total === null ? {} : { max: total, value: done })} />
      <span className={rows['detail']} data-figures>
        {text} · {formatBytes(done)}
        {total !== null && ` / ${formatBytes(total)}`}
      </span>
    </span>
  );
}

/** A map that is being made from an extract. */
function BuildState({ archive: { received, size }, text }: { archive: MapArchive; text: string }) {
  const { t } = useTranslation();
  const share = size === null || size === 0 ? 0 : received / size;
  return (
    <span className={classes['progress']}>
      <progress aria-label={text} max={1} value={share} />
      <span className={rows['detail']} data-figures>
        {text} · {t('maps.state.percent', { share })}
      </span>
    </span>
  );
}

function UploadState({ archive, text }: { archive: MapArchive; text: string }) {
  const { t } = useTranslation();
  const upload = useArchiveUpload(archive.id);
  const isSending = upload?.state === 'sending';
  return (
    <>
      <Progress text={text} done={upload?.sent ?? archive.received} total={archive.size} />
      {upload?.state === 'failed' && (
        <span className={rows['error']}>{formatErrorMessage(upload.error)}</span>
      )}
      <span className={classes['upload']}>
        {isSending && (
          <Button variant="default" onClick={() => pauseUpload(archive.id)}>
            {t('maps.upload.pause')}
          </Button>
        )}
        {upload && !isSending && <ContinueButton archive={archive} upload={upload} />}
        {!upload && <ChooseAgain archive={archive} />}
      </span>
    </>
  );
}

function ContinueButton({ archive, upload }: { archive: MapArchive; upload: ArchiveUpload }) {
  const { t } = useTranslation();
  return (
    <Button variant="default" onClick={() => void sendArchive(archive.id, upload.file, archive.received)}>
      {t('maps.upload.continue')}
    </Button>
  );
}

/** After the page was loaded again, browsers need the file once more. */
function ChooseAgain({ archive }: { archive: MapArchive }) {
  const { t } = useTranslation();
  const [isOther, setOther] = useState(false);
  const { id, origin, size, received } = archive;
  const choose = (file: File | null) => {
    if (!file) return;
    const isSame = file.size === size && file.name === origin;
    setOther(!isSame);
    if (isSame) void sendArchive(id, file, received);
  };
  return (
    <>
      <FileButton accept={mapFileTypes} onChange={choose}>
        {(props) => (
          <Button {...props} variant="default">
            {t('maps.upload.choose')}
          </Button>
        )}
      </FileButton>
      {isOther && (
        <span role="alert" className={rows['error']}>
          {t('maps.upload.other', { name: origin ?? '', size: formatBytes(size ?? 0) })}
        </span>
      )}
    </>
  );
}
