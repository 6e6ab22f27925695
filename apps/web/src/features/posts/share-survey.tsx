/** Passes on the way to this form: by the device's own sheet where there is one, else by copying its address. */
import { Button } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import type { Survey } from '@waypost/contract/surveys';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../ui/copy-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { notify } from '../../ui/notice.tsx';

export function ShareSurvey({ survey }: { survey: Survey }) {
  const { t } = useTranslation();
  const url = `${window.location.origin}/posts/create/${survey.id}`;
  const copy = async () => {
    if (await copyText(url)) notify('success', t('post.create.linkCopied'));
    else notify('error', t('post.create.linkNotCopied', { url }));
  };
  const share = async () => {
    // Closing the device's sheet is an answer, not a fault.
    if ('share' in navigator) await navigator.share({ title: survey.name, url }).catch(() => undefined);
    else await copy();
  };
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<Icon of={IconShare} size={18} />}
      onClick={() => void share()}
    >
      {t('post.create.share')}
    </Button>
  );
}
