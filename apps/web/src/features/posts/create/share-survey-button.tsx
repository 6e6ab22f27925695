import { ActionIcon } from '@mantine/core';
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
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('post.create.share')}
        title={t('post.create.share')}
        onClick={() => share.open({ title: survey.name, path, embedPath: `${path}/noui` })}
      >
        <Icon icon={IconShare} />
      </ActionIcon>
      {share.dialog}
    </>
  );
}
