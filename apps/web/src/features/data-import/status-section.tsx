import '@mantine/core/styles/Radio.layer.css';
import { NativeSelect, Radio, Stack } from '@mantine/core';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { ImportPreview } from '@waypost/contract/imports/imports';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../ui/form/form-section.tsx';
import { ColumnSelect } from './column-select.tsx';

interface Props {
  columns: ImportPreview['columns'];
  statusFrom: 'fixed' | 'column';
  setStatusFrom: (source: 'fixed' | 'column') => void;
  status: PostStatus;
  setStatus: (status: PostStatus) => void;
  column: number | null;
  onSelectColumn: (column: number | null) => void;
}

const statuses = ['published', 'draft', 'archived'] as const satisfies readonly PostStatus[];

/** Status of the imported posts: the same for all, or read from a column. */
export function StatusSection(props: Props) {
  const { columns, statusFrom, setStatusFrom, status, setStatus, column, onSelectColumn } = props;
  const { t } = useTranslation();
  return (
    <FormSection title={t('dataImport.status.title')}>
      <Radio.Group
        aria-label={t('dataImport.status.title')}
        value={statusFrom}
        onChange={(source) => setStatusFrom(source === 'column' ? 'column' : 'fixed')}
      >
        <Stack gap="sm">
          <Radio value="fixed" label={t('dataImport.status.fixed')} />
          <Radio
            value="column"
            label={t('dataImport.status.column')}
            description={t('dataImport.status.columnHint')}
          />
        </Stack>
      </Radio.Group>
      {statusFrom === 'fixed' ? (
        <NativeSelect
          size="md"
          label={t('dataImport.status.markedAs')}
          value={status}
          onChange={({ currentTarget: { value } }) =>
            setStatus(statuses.find((status) => status === value) ?? 'draft')
          }
          data={statuses.map((value) => ({ value, label: t(`post.status.${value}`) }))}
        />
      ) : (
        <ColumnSelect
          label={t('dataImport.status.which')}
          columns={columns}
          value={column}
          onChange={onSelectColumn}
          isRequired
        />
      )}
    </FormSection>
  );
}
