/** After how many days personal data and reports are deleted: one section with two parts, the second for administrators. */
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../api/session.ts';
import { FormSection } from '../../../ui/form/form-section.tsx';
import { PersonalDataRetention } from './personal-data-retention.tsx';
import { PostRetention } from './post-retention.tsx';

/** The section of the general settings. */
export function RetentionSection() {
  const { t } = useTranslation();
  const account = useAccount();
  return (
    <FormSection title={t('retention.section')}>
      <PersonalDataRetention />
      {account?.role === 'admin' && <PostRetention />}
    </FormSection>
  );
}
