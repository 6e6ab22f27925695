/** What reports are about: a template, the surveys that people answer, or the first survey as it is. */
import { Button } from '@mantine/core';
import { IconForms } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { TemplateGallery } from '../../../blocks/templates/template-gallery.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { ButtonLink } from '../../../ui/navigation/button-link.tsx';
import classes from '../setup-page.module.css';

interface Props {
  isConfirmed: boolean;
  isDone: boolean;
  onConfirm: (isConfirmed: boolean) => Promise<void>;
}

/** The templates, and the decision to use the first survey as it is. */
export function SurveyStep({ isConfirmed, isDone, onConfirm }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes['actions']}>
        {(!isDone || isConfirmed) && (
          <Button variant="default" size="md" onClick={() => void onConfirm(!isConfirmed)}>
            {t(isConfirmed ? 'setup.takeBack' : 'setup.step.survey.keep')}
          </Button>
        )}
        <ButtonLink
          to="/settings/surveys"
          variant="default"
          size="md"
          leftSection={<Icon icon={IconForms} size={18} />}
        >
          {t('setup.step.survey.edit')}
        </ButtonLink>
      </div>
      <TemplateGallery from="setup" />
    </>
  );
}
