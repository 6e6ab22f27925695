/** Passes on the way to this form, and shows it on other sites. */
import { Button } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import type { Survey } from '@waypost/contract/surveys';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { useLazyDialog } from '../../ui/lazy-dialog.tsx';

const shareDialog = () => import('../../blocks/share/share-dialog.tsx');

export function ShareSurvey({ survey }: { survey: Survey }) {
  const { t } = useTranslation();
  const share = useLazyDialog(shareDialog);
  const path = `/posts/create/${survey.id}`;
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<Icon of={IconShare} size={18} />}
        onClick={() => share.open({ title: survey.name, path, embedPath: `${path}/noui` })}
      >
        {t('post.create.share')}
      </Button>
      {share.dialog}
    </>
  );
}
