import { Button } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import type { Survey } from '@waypost/contract/surveys/surveys';
import { useTranslation } from 'react-i18next';
import { useLazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../../ui/display/icon.tsx';

const loadShareDialog = () => import('../../../blocks/share/share-dialog.tsx');

/** Button that shares the link to this form and its embed code. */
export function ShareSurveyButton({ survey }: { survey: Survey }) {
  const { t } = useTranslation();
  const share = useLazyDialog(loadShareDialog);
  const path = `/posts/create/${survey.id}`;
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<Icon icon={IconShare} size={18} />}
        onClick={() => share.open({ title: survey.name, path, embedPath: `${path}/noui` })}
      >
        {t('post.create.share')}
      </Button>
      {share.dialog}
    </>
  );
}
