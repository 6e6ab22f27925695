import type { ReactElement } from 'react';
import { LazyMenu, type MenuButton } from '../../ui/dialog/lazy-menu.tsx';
import { useOpenSurveys } from './use-open-surveys.ts';

const loadSurveyMenu = () => import('./survey-menu.tsx');

interface ReportMenuProps {
  /** Renders a link to the survey if only one is open. */
  renderLink: (surveyId: string) => ReactElement;
  /** Opens the menu of surveys otherwise. */
  button: MenuButton;
}

/** Starts a new report: a link if one survey is open, a menu of surveys otherwise (spec 2 §2). */
export function ReportMenu({ renderLink, button }: ReportMenuProps) {
  const { surveys } = useOpenSurveys();
  const onlySurvey = surveys?.length === 1 ? surveys[0] : undefined;
  return onlySurvey ? (
    renderLink(String(onlySurvey.id))
  ) : (
    <LazyMenu load={loadSurveyMenu} target={button} menuProps={{}} />
  );
}
