import { Input } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { createImport, type Import } from '@waypost/contract/imports/imports';
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatErrorMessages, formatFieldErrors } from '../../api/error-text.ts';
import { pageSettings } from '../../api/page-settings.ts';
import { Icon } from '../../ui/display/icon.tsx';
import formClasses from '../../ui/form/form-column.module.css';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SaveBar } from '../../ui/form/save-bar.tsx';
import classes from './data-import.module.css';
import { SurveyRadioGroup } from './survey-radio-group.tsx';

interface Props {
  onUploaded: (importRecord: Import, survey: number) => void;
  onCancel: () => void;
}

const megabyte = 1_048_576;

/** Validates a file before the upload; returns null when it is valid. What kind it is of, the server finds out from its content. */
function useFileError(): (file: File | null) => string | null {
  const { t } = useTranslation();
  return (file) => {
    if (!file) return t('dataImport.file.missing');
    if (/^(?:image|video|audio)\//.test(file.type)) return t('fault.csvType');
    if (file.size === 0) return t('fault.csvEmpty');
    const maxBytes = pageSettings.csvBytes;
    return file.size > maxBytes
      ? t('dataImport.file.tooLarge', { max: Math.floor(maxBytes / megabyte) })
      : null;
  };
}

/** Fields whose API errors are shown at the file. */
const fileErrorFields = new Set(['size', 'mime', 'columns', 'file']);

/** Step 1: choice of the file and of the survey for its rows. */
export function ChooseFile({ onUploaded, onCancel }: Props) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [survey, setSurvey] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const getFileError = useFileError();
  const fileInput = useRef<HTMLInputElement>(null);
  async function send(event: FormEvent) {
    event.preventDefault();
    if (!file || getFileError(file) !== null || survey === '') return;
    setProblems([]);
    setFileError(null);
    setProgress(0);
    try {
      onUploaded(await call(createImport, {}, { file, onProgress: setProgress }), Number(survey));
    } catch (error) {
      const fieldError = Object.entries(formatFieldErrors(error)).find(([field]) =>
        fileErrorFields.has(field),
      );
      if (fieldError) {
        setFileError(fieldError[1]);
        // The error may be out of sight; with the focus, it is read aloud.
        fileInput.current?.focus({ preventScroll: true });
        fileInput.current?.scrollIntoView({ block: 'center' });
      } else setProblems(formatErrorMessages(error));
    }
    setProgress(null);
  }
  const percent =
    progress === null ? undefined : t('dataImport.file.sent', { percent: Math.floor(progress * 100) });
  return (
    <form noValidate className={formClasses['form']} onSubmit={(event) => void send(event)}>
      <FormSection title={t('dataImport.file.title')} lead={t('dataImport.file.lead')}>
        <FileField
          inputRef={fileInput}
          file={file}
          error={fileError}
          onChange={(selectedFile) => {
            setFile(selectedFile);
            setFileError(selectedFile ? getFileError(selectedFile) : null);
          }}
        />
      </FormSection>
      <FormSection title={t('dataImport.survey.title')} lead={t('dataImport.survey.lead')}>
        <SurveyRadioGroup value={survey} onChange={setSurvey} />
      </FormSection>
      <SaveBar
        saveLabel={t('dataImport.continue')}
        canSave={getFileError(file) === null && fileError === null && survey !== ''}
        isBusy={progress !== null}
        statusText={percent}
        problems={problems}
        onCancel={onCancel}
      />
    </form>
  );
}

interface FileFieldProps {
  inputRef: RefObject<HTMLInputElement | null>;
  file: File | null;
  error: string | null;
  onChange: (file: File | null) => void;
}

/**
 * The file input of the browser, which is accessible and supports drag and drop. It lies invisibly over our own element, since
 * its text would be in the language of the browser.
 */
function FileField({ inputRef, file, error: fileError, onChange }: FileFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Input.Wrapper
      id={id}
      size="md"
      label={t('dataImport.file.label')}
      description={t('dataImport.file.hint', { max: Math.floor(pageSettings.csvBytes / megabyte) })}
      error={fileError}
      withAsterisk
    >
      <div className={classes['file']}>
        <input
          id={id}
          ref={inputRef}
          type="file"
          required
          // Prevents the tooltip of the browser.
          title=""
          aria-describedby={fileError ? `${id}-description ${id}-error` : `${id}-description`}
          aria-invalid={fileError !== null}
          onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)}
        />
        <div className={classes['fileDisplay']} aria-hidden>
          <span className={classes['fileButton']}>
            <Icon icon={IconFileUpload} size={20} />
            {t(file ? 'dataImport.file.another' : 'dataImport.file.choose')}
          </span>
          {file ? (
            <bdi className={classes['fileName']}>{file.name}</bdi>
          ) : (
            <span className={classes['fileDrop']}>{t('dataImport.file.drop')}</span>
          )}
        </div>
      </div>
    </Input.Wrapper>
  );
}
