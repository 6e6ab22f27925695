import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listAttributes } from '@waypost/contract/surveys/attributes';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';

interface Props {
  surveyId: number;
  isDisabled: boolean;
  sourceProps: object;
  destinationProps: object;
  /** The selected keys: kept as options until the fields of the survey are loaded. */
  chosenKeys: readonly string[];
}

/** The fields of the selected survey that the other program reads from and writes to. */
export function FieldKeys({
  surveyId: survey,
  isDisabled,
  sourceProps: source,
  destinationProps: destination,
  chosenKeys: chosen,
}: Props) {
  const { t } = useTranslation();
  const query = { orderby: 'priority', order: 'asc' } as const;
  const { data } = useQuery(buildEndpointQuery(listAttributes, { params: { id: survey }, query }));
  const fields = data
    ? data.results.map(({ key, label }) => ({ value: key, label }))
    : chosen.filter((key) => key !== '').map((key) => ({ value: key, label: '…' }));
  const options = [{ value: '', label: t('webhook.noField') }, ...fields];
  return (
    <>
      <NativeSelect
        {...source}
        size="md"
        label={t('webhook.source')}
        description={t('webhook.sourceHint')}
        disabled={isDisabled || !data}
        data={options}
      />
      <NativeSelect
        {...destination}
        size="md"
        label={t('webhook.destination')}
        description={t('webhook.destinationHint')}
        disabled={isDisabled || !data}
        data={options}
      />
    </>
  );
}
