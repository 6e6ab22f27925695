import { trialTiers } from '@waypost/contract/settings/settings';
import type { ReactElement } from 'react';
import { useConfig } from '../../api/config.ts';
import { LazyMenu, type MenuButton } from '../../ui/dialog/lazy-menu.tsx';
import { useOpenSurveys } from './use-open-surveys.ts';

const loadSurveyMenu = () => import('./survey-menu.tsx');

interface ReportMenuProps {
  /** Renders a link to the survey if only one is open. */
  renderLink: (surveyId: string) => ReactElement;
  /** Opens the menu of surveys otherwise. */
  button: MenuButton;
}

/**
 * Starts a new report: a link if one survey is open, a menu of surveys otherwise (spec 2 §2). Nothing on a trial deployment that
 * takes no reports, as after the trial's end.
 */
export function ReportMenu({ renderLink, button }: ReportMenuProps) {
  const { surveys } = useOpenSurveys();
  const { site } = useConfig();
  if (surveys?.length === 0 && trialTiers.includes(site.tier)) return null;
  const onlySurvey = surveys?.length === 1 ? surveys[0] : undefined;
  return onlySurvey ? (
    renderLink(String(onlySurvey.id))
  ) : (
    <LazyMenu load={loadSurveyMenu} target={button} menuProps={{}} />
  );
}
