import { Stack, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { ContactsTab } from './contacts-tab.tsx';
import { NotificationLimitNotice, NotificationList } from './notification-list.tsx';
import { ProfileTab } from './profile-tab.tsx';
import './account-labels.ts';
import { SessionsTab } from './sessions-tab.tsx';

interface Props {
  onClose: () => void;
  /** The initial tab. */
  tab?: 'notifications' | undefined;
}

/** The account of the user (spec 1 §2). Tabs stay mounted, so that switching between them loses nothing typed. */
export default function AccountDialog({ onClose, tab }: Props) {
  useLoadedTranslations();
  const { t } = useTranslation();
  return (
    <FormDialog title={t('account.title')} onClose={onClose} size="lg">
      <Tabs defaultValue={tab ?? 'general'}>
        <Tabs.List mb="md">
          <Tabs.Tab value="general">{t('account.tab.general')}</Tabs.Tab>
          <Tabs.Tab value="notifications">{t('account.tab.notifications')}</Tabs.Tab>
          <Tabs.Tab value="sessions">{t('account.tab.sessions')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="general">
          <ProfileTab />
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          <Stack gap="xl">
            <NotificationLimitNotice />
            <ContactsTab />
            <NotificationList onLeave={onClose} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <SessionsTab onLoggedOut={onClose} />
        </Tabs.Panel>
      </Tabs>
    </FormDialog>
  );
}
