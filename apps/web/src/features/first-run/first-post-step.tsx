import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ReportMenu } from '../../blocks/report/report-menu.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';

/** The last step: links to create the first post, or to invite users. */
export function FirstPostStep({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const post = {
    size: 'md',
    leftSection: <Icon icon={IconPlus} size={20} />,
    children: t('firstRun.firstPost.post'),
  };
  return (
    <Stack>
      <Text>{t('firstRun.firstPost.text')}</Text>
      <ReportMenu
        renderLink={(surveyId) => (
          <ButtonLink
            to="/posts/create/$surveyId"
            params={{ surveyId }}
            onClick={onDone}
            data-autofocus
            {...post}
          />
        )}
        button={<Button {...post} />}
      />
      <ButtonLink
        to="/settings/users/create"
        variant="default"
        size="md"
        leftSection={<Icon icon={IconUserPlus} size={20} />}
        onClick={onDone}
      >
        {t('firstRun.firstPost.invite')}
      </ButtonLink>
      <Group justify="flex-end">
        <Button variant="subtle" color="gray" size="md" onClick={onDone}>
          {t('firstRun.firstPost.skip')}
        </Button>
      </Group>
    </Stack>
  );
}
