/** Which field of the survey takes which part of a message: only fields of a type that can (spec 3 §5). */
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Attribute, listAttributes } from '@waypost/contract/attributes';
import type { DataProvider } from '@waypost/contract/data-sources';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { ErrorState, LoadingList } from '../../ui/states.tsx';
import classes from './data-sources.module.css';
import { fieldName } from './source-words.ts';
import { mappingOf, type SourceForm } from './use-source-form.ts';

const texts: ReadonlySet<Attribute['type']> = new Set([
  'text',
  'varchar',
  'title',
  'description',
  'markdown',
]);

/** Equal types, or text into whatever holds text. */
const suits = (type: string, attribute: Attribute) =>
  type === attribute.type || (type === 'text' && texts.has(attribute.type));

/** As it is stored (wire 2.15). */
function targetOf({ type, key }: Attribute): string {
  if (type === 'title') return 'title';
  return type === 'description' ? 'content' : `values.${key}`;
}

/** A mere key is an older way to say the same. */
const isTarget = (attribute: Attribute, stored: string) =>
  targetOf(attribute) === stored || attribute.key === stored;

interface Props {
  survey: number;
  source: DataProvider;
  form: SourceForm;
}

export function FieldMapping({ survey, source, form }: Props) {
  const { t } = useTranslation();
  const query = { orderby: 'priority', order: 'asc' } as const;
  const { data, error, refetch } = useQuery(
    read(listAttributes, { params: { id: survey }, query }, { quiet: true }),
  );
  if (error && !data) return <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingList rows={1} height={56} />;
  return (
    <table className={classes['mapping']}>
      <caption>{t('dataSources.mapping.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('dataSources.mapping.from')}</th>
          <th scope="col">{t('dataSources.mapping.to')}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(source.inbound_fields).map(([field, type]) => {
          const name = mappingOf(field);
          const suited = data.results.filter((it) => suits(type, it));
          const chosen = suited.find((it) => isTarget(it, String(form.values[name] ?? '')));
          return (
            <tr key={field}>
              <th scope="row">{fieldName(field)}</th>
              <td>
                <NativeSelect
                  size="md"
                  aria-label={t('dataSources.mapping.of', { field: fieldName(field) })}
                  value={chosen ? targetOf(chosen) : ''}
                  onChange={(event) => form.setFieldValue(name, event.currentTarget.value)}
                  data={[
                    { value: '', label: t(`dataSources.mapping.${field === 'Message' ? 'asText' : 'none'}`) },
                    ...suited.map((it) => ({ value: targetOf(it), label: it.label })),
                  ]}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
