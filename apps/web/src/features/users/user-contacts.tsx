import { Text } from '@mantine/core';
import type { User } from '@waypost/contract/users/users';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../ui/form/form-section.tsx';
import classes from './user-contacts.module.css';

/** The contacts of a user, which only the user can change. keys: user.contacts.type.* */
export function UserContacts({ user }: { user: User }) {
  const { t, i18n } = useTranslation();
  const typeOf = (type: string) =>
    i18n.exists(`user.contacts.type.${type}`) ? t(`user.contacts.type.${type}` as never) : type;
  return (
    <FormSection title={t('user.contacts.title')} lead={t('user.contacts.lead')}>
      {user.contacts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('user.contacts.none')}
        </Text>
      ) : (
        <dl className={classes['contacts']}>
          {user.contacts.map(({ id, type, contact }) => (
            <div key={id}>
              <dt>{typeOf(type)}</dt>
              <dd dir="ltr">{contact}</dd>
            </div>
          ))}
        </dl>
      )}
    </FormSection>
  );
}
