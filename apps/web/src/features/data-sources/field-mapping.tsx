import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataProvider } from '@waypost/contract/data-sources/data-sources';
import { type Attribute, listAttributes } from '@waypost/contract/surveys/attributes';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { getPostTextField } from '@waypost/survey-logic/survey-definition';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import classes from './data-sources.module.css';
import { getInboundFieldName } from './source-labels.ts';
import { getMappingField, type SourceForm } from './use-source-form.ts';

/** Whether the types are equal, or both hold text. */
const canMap = (type: string, attribute: Attribute) =>
  type === attribute.type || (type === 'text' && fieldTypes[attribute.type].answerKind === 'text');

/** The stored format (API v3 §2.15). */
const getTargetKey = (attribute: Attribute): string =>
  getPostTextField(attribute) ?? `values.${attribute.key}`;

/** An older format stores the key alone. */
const isTargetOf = (attribute: Attribute, stored: string) =>
  getTargetKey(attribute) === stored || attribute.key === stored;

interface Props {
  surveyId: number;
  source: DataProvider;
  form: SourceForm;
}

/** Maps the parts of a message to fields of the survey with a compatible type (spec 3 §5). */
export function FieldMapping({ surveyId: survey, source, form }: Props) {
  const { t } = useTranslation();
  const query = { orderby: 'priority', order: 'asc' } as const;
  const { data, error, refetch } = useQuery(
    buildEndpointQuery(listAttributes, { params: { id: survey }, query }),
  );
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={1} height={56} />;
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
          const name = getMappingField(field);
          const suited = data.results.filter((it) => canMap(type, it));
          const chosen = suited.find((it) => isTargetOf(it, String(form.values[name] ?? '')));
          return (
            <tr key={field}>
              <th scope="row">{getInboundFieldName(field)}</th>
              <td>
                <NativeSelect
                  size="md"
                  aria-label={t('dataSources.mapping.of', { field: getInboundFieldName(field) })}
                  value={chosen ? getTargetKey(chosen) : ''}
                  onChange={(event) => form.setFieldValue(name, event.currentTarget.value)}
                  data={[
                    { value: '', label: t(`dataSources.mapping.${field === 'Message' ? 'asText' : 'none'}`) },
                    ...suited.map((it) => ({ value: getTargetKey(it), label: it.label })),
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
