import { Menu, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage } from '../../api/error-text.ts';
import { useIsPhone } from '../../ui/browser/use-is-phone.ts';
import { type MenuButton, useOpenOnMount } from '../../ui/dialog/lazy-menu.tsx';
import { MenuLink } from '../../ui/navigation/menu-link.tsx';
import { ColorDot } from '../color-dot/color-dot.tsx';
import { UnsentDraftBadge } from '../survey-form/drafts/unsent-draft-badge.tsx';
import { useOpenSurveys } from './use-open-surveys.ts';

/** The menu of open surveys; opens when it is mounted. */
export default function SurveyMenu({ target }: { target: MenuButton }) {
  const { t } = useTranslation();
  const openState = useOpenOnMount();
  const phone = useIsPhone();
  const { surveys, error, refetch } = useOpenSurveys();
  return (
    <Menu {...openState} position={phone ? 'top' : 'right-start'} width={280}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('report.choose')}</Menu.Label>
        {error !== null && (
          <Menu.Item closeMenuOnClick={false} onClick={refetch}>
            {`${formatErrorMessage(error)} ${t('action.retry')}`}
          </Menu.Item>
        )}
        {surveys?.length === 0 && (
          <Text size="sm" c="dimmed" p="sm">
            {t('report.none')}
          </Text>
        )}
        {surveys?.map((survey) => (
          <MenuLink
            key={survey.id}
            to="/posts/create/$surveyId"
            params={{ surveyId: String(survey.id) }}
            leftSection={<ColorDot color={survey.color} />}
          >
            <span dir="auto">{survey.name}</span>
            <UnsentDraftBadge surveyId={survey.id} />
          </MenuLink>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
