import { useQuery } from '@tanstack/react-query';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { useTranslation } from 'react-i18next';
import { buildBackendUrl } from '../../api/endpoint-url.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useAccount, useHasPermission } from '../../api/session.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import classes from './api-page.module.css';
import { CodeBlock } from './code-block.tsx';
import { buildCurlCommands } from './curl-commands.ts';

const apiUrl = buildBackendUrl('/api/v3');
const commands = buildCurlCommands(apiUrl);

/** How other programs use this deployment, in commands with its own address, for what the reader may do. */
export function ApiPage() {
  const { t } = useTranslation();
  const account = useAccount();
  const surveys = useQuery(buildEndpointQuery(listSurveys, {}));
  const managesPosts = useHasPermission('Manage Posts');
  const managesSettings = useHasPermission('Manage Settings');
  const managesUsers = useHasPermission('Manage Users');
  const survey = surveys.data?.results.find((it) => it.allowed_privileges.includes('read'));
  const report = {
    form: { id: survey?.id ?? 1 },
    title: 'Bridge closed',
    content: 'No way across since this morning.',
    values: {},
  };
  return (
    <SettingsPage lead={t('apiDocs.lead')}>
      <FormSection title={t('apiDocs.address')} lead={t('apiDocs.addressLead')}>
        <CodeBlock name={t('apiDocs.address')} text={apiUrl} />
        <p className={classes['text']}>
          <a href={buildBackendUrl('/docs')}>{t('apiDocs.reference')}</a>
          {' · '}
          <a href={buildBackendUrl('/docs/json')}>{t('apiDocs.document')}</a>
        </p>
      </FormSection>
      <FormSection title={t('apiDocs.token')} lead={t('apiDocs.tokenLead')}>
        <CodeBlock name={t('apiDocs.token')} text={commands.token(account?.email ?? 'name@example.org')} />
      </FormSection>
      <FormSection title={t('apiDocs.read')} lead={t('apiDocs.readLead')}>
        <CodeBlock name={t('apiDocs.list')} text={commands.read('/posts', 'limit=20')} />
        <p className={classes['text']}>{t('apiDocs.filterText')}</p>
        <CodeBlock
          name={t('apiDocs.filter')}
          text={commands.read(
            '/posts',
            ...(managesPosts ? ['status[]=draft', 'status[]=published'] : ['status[]=published']),
            'q=bridge',
            'created_after=2026-01-01',
            'orderby=post_date',
            'order=desc',
            'limit=20',
          )}
        />
      </FormSection>
      <FormSection title={t('apiDocs.create')} lead={t('apiDocs.createLead')}>
        <CodeBlock name={t('apiDocs.create')} text={commands.write('POST', '/posts', report)} />
        <p className={classes['text']}>{t('apiDocs.valuesText')}</p>
        <CodeBlock
          name={t('apiDocs.fields')}
          text={commands.read(`/forms/${report.form.id}/attributes`, 'orderby=priority', 'order=asc')}
        />
      </FormSection>
      {managesPosts && (
        <FormSection title={t('apiDocs.publish')}>
          <CodeBlock
            name={t('apiDocs.publish')}
            text={commands.write('PUT', '/posts/1', { status: 'published' })}
          />
        </FormSection>
      )}
      {managesSettings && (
        <FormSection title={t('apiDocs.category')}>
          <CodeBlock
            name={t('apiDocs.category')}
            text={commands.write('POST', '/tags', { tag: 'Roads', color: '#2274B4' })}
          />
        </FormSection>
      )}
      {managesUsers && (
        <FormSection title={t('apiDocs.users')}>
          <CodeBlock
            name={t('apiDocs.users')}
            text={commands.read('/users', 'orderby=realname', 'limit=10')}
          />
        </FormSection>
      )}
      {account?.role === 'admin' && (
        <FormSection title={t('apiDocs.key')} lead={t('apiDocs.keyLead')}>
          <CodeBlock name={t('apiDocs.key')} text={commands.writeBack(1)} />
          <p className={classes['text']}>
            <TextLink to="/settings/general">{t('apiDocs.keyLink')}</TextLink>
          </p>
        </FormSection>
      )}
    </SettingsPage>
  );
}
