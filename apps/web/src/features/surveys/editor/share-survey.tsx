import { Alert, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isPrivateDeployment, useConfig } from '../../../api/config.ts';
import { CopyField } from '../../../blocks/share/copy-field.tsx';
import { buildEmbedCode } from '../../../blocks/share/embed-code.ts';
import { QrCode } from '../../../blocks/share/qr-code.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { TextLink } from '../../../ui/navigation/text-link.tsx';

interface Props {
  id: number;
  name: string;
  isForEveryone: boolean;
}

/** Ways to share the form of a survey: link, QR code and embed code (spec 3 §2, "Share"). */
export default function ShareSurvey({ id, name, isForEveryone }: Props) {
  const { t } = useTranslation();
  const config = useConfig();
  const address = `${window.location.origin}/posts/create/${id}`;
  const params = { surveyId: String(id) };
  return (
    <Stack gap="lg">
      {(isPrivateDeployment(config) || !isForEveryone) && (
        <Alert variant="light" icon={<Icon icon={IconInfoCircle} />}>
          {t(isPrivateDeployment(config) ? 'survey.share.private' : 'survey.share.roles')}
        </Alert>
      )}
      <CopyField label={t('survey.share.link')} description={t('survey.share.linkHint')} text={address} />
      <TextLink to="/posts/create/$surveyId" params={params} target="_blank">
        {t('survey.share.open')}
      </TextLink>
      <div>
        <Text fw={550}>{t('survey.share.qr')}</Text>
        <Text size="sm" c="dimmed" mb="sm">
          {t('survey.share.qrHint')}
        </Text>
        <QrCode text={address} label={t('survey.share.qrLabel', { name })} fileName={`survey-${id}`} />
      </div>
      <CopyField
        label={t('survey.share.embed')}
        description={t('survey.share.embedHint')}
        text={buildEmbedCode({ url: `${address}/noui`, title: name, height: 720 })}
        isLong
      />
    </Stack>
  );
}
