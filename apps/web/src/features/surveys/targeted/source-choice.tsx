import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const gateways = ['smssync', 'frontlinesms', 'nexmo', 'twilio', 'simulated'] as const;

interface Props {
  source: string;
  sources: readonly string[];
  onChoose: (source: string) => void;
}

/** Which gateway sends the messages: a choice if there are several. keys: targeted.gateway.* */
export function SourceChoice({ source, sources, onChoose }: Props) {
  const { t } = useTranslation();
  const nameSource = (id: string) => {
    const gateway = gateways.find((it) => it === id);
    return gateway ? t(`targeted.gateway.${gateway}`) : id;
  };
  if (sources.length < 2) return <p>{t('targeted.publish.sentBy', { gateway: nameSource(source) })}</p>;
  return (
    <NativeSelect
      size="md"
      label={t('targeted.publish.gateway')}
      description={t('targeted.publish.gatewayHint')}
      value={source}
      onChange={(event) => onChoose(event.currentTarget.value)}
      data={sources.map((id) => ({ value: id, label: nameSource(id) }))}
    />
  );
}
