/** Which fields of the survey the other program reads from and writes back to: the chosen survey's alone. */
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
  /** Keys that are chosen now: they stay while the survey's fields are not known. */
  chosenKeys: readonly string[];
}

export function FieldKeys({
  surveyId: survey,
  isDisabled,
  sourceProps: source,
  destinationProps: destination,
  chosenKeys: chosen,
}: Props) {
  const { t } = useTranslation();
  const query = { orderby: 'priority', order: 'asc' } as const;
  const { data } = useQuery(
    buildEndpointQuery(listAttributes, { params: { id: survey }, query }, { quiet: true }),
  );
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
