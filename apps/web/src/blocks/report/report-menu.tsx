import type { ReactElement } from 'react';
import { LazyMenu, type MenuButton } from '../../ui/dialog/lazy-menu.tsx';
import { useOpenSurveys } from './use-open-surveys.ts';

const loadSurveyMenu = () => import('./survey-menu.tsx');

interface ReportMenuProps {
  /** Drawn when there is one survey to post to: a link to it. */
  renderLink: (surveyId: string) => ReactElement;
  /** Drawn otherwise: opens the menu of surveys. */
  button: MenuButton;
}

/** The way to a new report: straight to the survey when there is one, a menu of surveys otherwise (spec 2 §2). */
export function ReportMenu({ renderLink, button }: ReportMenuProps) {
  const { surveys } = useOpenSurveys();
  const only = surveys?.length === 1 ? surveys[0] : undefined;
  return only ? (
    renderLink(String(only.id))
  ) : (
    <LazyMenu load={loadSurveyMenu} target={button} menuProps={{}} />
  );
}
