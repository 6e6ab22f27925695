import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listServerFiles } from '@waypost/contract/map-archives/map-archives';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { ErrorState } from '../../ui/feedback/screen-states.tsx';
import { formatBytes } from '../survey-form/photos/format-bytes.ts';
import { BuildEstimate } from './build-estimate.tsx';
import classes from './map-archives.module.css';

interface Props {
  /** Props of the input. */
  field: { value?: string };
  /** Called with the name of the file. */
  onChoose: (name: string) => void;
}

/** The choice among the files of the server. */
export function ServerFileField({ field, onChoose }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({ ...buildEndpointQuery(listServerFiles, {}), staleTime: 0 });
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  const directory = data?.directory ?? '';
  const files = data?.files ?? [];
  const chosen = files.find(({ name }) => name === field.value);
  return (
    <div className={classes['chosen']}>
      <NativeSelect
        size="md"
        required
        disabled={files.length === 0}
        description={
          data && (
            <bdi>{t(files.length > 0 ? 'maps.add.serverHint' : 'maps.add.serverNone', { directory })}</bdi>
          )
        }
        data={[
          { value: '', label: t('maps.add.choose') },
          ...files.map(({ name, size }) => ({ value: name, label: `${name} (${formatBytes(size)})` })),
        ]}
        {...field}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
      <output>{chosen && <BuildEstimate {...chosen} />}</output>
    </div>
  );
}
