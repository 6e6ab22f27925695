import { Menu, Text } from '@mantine/core';
import type { Survey } from '@waypost/contract/surveys';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/fault-text.ts';
import { MenuLink } from '../../ui/links.tsx';
import { useOpenSurveys } from './open-surveys.ts';
import classes from './report-button.module.css';

/**
 * Makes any button the way to a new report: straight to the survey when there is one, a menu of surveys otherwise.
 * @param render draws the button: a link when `survey` is given, else the target of the menu
 */
export function ReportMenu({
  render,
  position = 'bottom',
}: {
  render: (survey: Survey | null) => ReactElement;
  position?: 'right-start' | 'top' | 'bottom';
}) {
  const { t } = useTranslation();
  const { surveys, error, refetch } = useOpenSurveys();
  const only = surveys?.length === 1 ? surveys[0] : undefined;
  if (only) return render(only);
  return (
    <Menu position={position} width={280} withinPortal>
      <Menu.Target>{render(null)}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('report.choose')}</Menu.Label>
        {error !== null && (
          <Menu.Item onClick={refetch}>{`${problemText(error)} ${t('action.retry')}`}</Menu.Item>
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
            leftSection={
              <span className={classes['dot']} style={{ background: survey.color ?? 'var(--wp-muted)' }} />
            }
          >
            <span dir="auto">{survey.name}</span>
          </MenuLink>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
