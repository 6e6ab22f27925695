/** The state of a map: on the map, being uploaded or checked, or why it could not be added. */
import { Button, FileButton } from '@mantine/core';
import type { MapArchive } from '@waypost/contract/map-archives/map-archives';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorEntry, formatErrorMessage } from '../../api/error-text.ts';
import { formatBytes } from '../../blocks/survey-form/photos/format-bytes.ts';
import rows from '../../ui/display/row-list.module.css';
import { type ArchiveUpload, pauseUpload, sendArchive, useArchiveUpload } from './archive-uploads.ts';
import { mapFileTypes } from './map-file-field.tsx';
import classes from './maps.module.css';

/** The line, with the buttons of an upload. */
export function MapState({ archive }: { archive: MapArchive }) {
  const { t } = useTranslation();
  const { state, active, is_file_missing: isFileMissing } = archive;
  if (state === 'uploading') return <UploadState archive={archive} />;
  if (state === 'importing')
    return <Progress text={t('maps.state.checking')} done={archive.received} total={archive.size} />;
  if (state === 'building') return <BuildState archive={archive} />;
  if (state === 'failed') return <FailedState archive={archive} />;
  if (isFileMissing) return <span className={rows['error']}>{t('maps.state.missing')}</span>;
  return <span className={rows['detail']}>{t(active ? 'maps.state.on' : 'maps.state.off')}</span>;
}

/** Fields of the form by source, which the messages name. */
const fieldKeys = { upload: 'maps.add.file', file: 'maps.add.file', address: 'maps.add.address' } as const;

function FailedState({ archive: { failure, source } }: { archive: MapArchive }) {
  const { t } = useTranslation();
  const label = t(fieldKeys[source ?? 'upload']);
  const entry = failure && {
    status: 422,
    code: failure.rule,
    source: { pointer: '/file' },
    params: failure.params,
  };
  const reason = entry && formatErrorEntry(entry, label);
  return (
    <span className={rows['error']}>
      {t('maps.state.failed')} {reason}
    </span>
  );
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
function BuildState({ archive: { received, size } }: { archive: MapArchive }) {
  const { t } = useTranslation();
  const share = size === null || size === 0 ? 0 : received / size;
  return (
    <span className={classes['progress']}>
      <progress aria-label={t('maps.state.building')} max={1} value={share} />
      <span className={rows['detail']} data-figures>
        {t('maps.state.building')} · {t('maps.state.percent', { share })}
      </span>
    </span>
  );
}

function UploadState({ archive }: { archive: MapArchive }) {
  const { t } = useTranslation();
  const upload = useArchiveUpload(archive.id);
  const isSending = upload?.state === 'sending';
  const text = t(isSending ? 'maps.state.sending' : 'maps.state.paused');
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
