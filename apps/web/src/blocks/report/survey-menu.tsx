import { Menu, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/fault-text.ts';
import { type MenuButton, useOpensAtOnce } from '../../ui/lazy-menu.tsx';
import { MenuLink } from '../../ui/menu-link.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { Unsent } from '../survey-form/unsent.tsx';
import { useOpenSurveys } from './open-surveys.ts';
import { SurveyDot } from './survey-dot.tsx';

/** Surveys to report to, each with its colour; opened as soon as it is drawn. */
export default function SurveyMenu({ target }: { target: MenuButton }) {
  const { t } = useTranslation();
  const opens = useOpensAtOnce();
  const phone = usePhone();
  const { surveys, error, refetch } = useOpenSurveys();
  return (
    <Menu {...opens} position={phone ? 'top' : 'right-start'} width={280}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('report.choose')}</Menu.Label>
        {error !== null && (
          <Menu.Item closeMenuOnClick={false} onClick={refetch}>
            {`${problemText(error)} ${t('action.retry')}`}
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
            leftSection={<SurveyDot color={survey.color} />}
          >
            <span dir="auto">{survey.name}</span>
            <Unsent surveyId={survey.id} />
          </MenuLink>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
