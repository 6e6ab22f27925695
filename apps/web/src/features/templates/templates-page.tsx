import { IconTransfer } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { AppliedTemplates } from '../../blocks/templates/applied-templates.tsx';
import { TemplateGallery } from '../../blocks/templates/template-gallery.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';

/** The ready-made templates. */
export function TemplatesPage() {
  const { t } = useTranslation();
  const move = (
    <ButtonLink
      to="/settings/move"
      size="md"
      variant="default"
      leftSection={<Icon icon={IconTransfer} size={18} />}
    >
      {t('template.fromFile')}
    </ButtonLink>
  );
  return (
    <SettingsPage lead={t('template.lead')} actions={move}>
      <TemplateGallery />
      <AppliedTemplates />
    </SettingsPage>
  );
}
