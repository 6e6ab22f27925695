/** Whether mail and text messages leave, with the way to their settings. keys: dataSources.name.* */
import { useQuery } from '@tanstack/react-query';
import { isProviderId } from '@waypost/contract/data-sources/data-providers';
import {
  type DataProvider,
  listDataProviders,
  testDataProvider,
} from '@waypost/contract/data-sources/data-sources';
import { outgoingMailChannel } from '@waypost/contract/mail/outbox';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { buildEndpointKey, buildResourceKey } from '../../../api/query-keys.ts';
import { useAccount } from '../../../api/session.ts';
import { useCall } from '../../../api/use-call.ts';
import { ChannelDetail, ChannelState } from '../../../blocks/channels/channel-status.tsx';
import { ChannelTest } from '../../../blocks/channels/channel-test.tsx';
import { QueryBoundary } from '../../../blocks/settings/query-boundary.tsx';
import { ButtonLink } from '../../../ui/navigation/button-link.tsx';
import classes from '../setup-page.module.css';

const useSources = () => useQuery(buildEndpointQuery(listDataProviders, { query: { all: true } }));

function Channel({ source }: { source: DataProvider }) {
  const { t } = useTranslation();
  return (
    <div className={classes['channel']}>
      <strong>{isProviderId(source.id) ? t(`dataSources.name.${source.id}`) : source.name}</strong>
      {source.status && (
        <>
          <ChannelState state={source.status.state} />
          <ChannelDetail status={source.status} />
        </>
      )}
    </div>
  );
}

/** Outgoing mail: its status, its settings, and a test. */
export function MailStep() {
  const { t } = useTranslation();
  const account = useAccount();
  const query = useSources();
  const test = useCall(testDataProvider, {
    invalidates: [buildEndpointKey(listDataProviders), buildResourceKey('setup')],
  });
  return (
    <QueryBoundary query={query} notFound={{ title: t('setup.missing'), text: '' }}>
      {({ results }) => {
        const mail = results.find(({ id }) => id === outgoingMailChannel);
        return (
          <>
            {mail && <Channel source={mail} />}
            <div className={classes['actions']}>
              <ButtonLink
                to="/settings/datasources"
                search={{ open: outgoingMailChannel, from: 'setup' }}
                size="md"
              >
                {t('setup.step.mail.open')}
              </ButtonLink>
            </div>
            {mail?.test && mail.status?.state !== 'not-configured' && mail.status?.state !== 'off' && (
              <ChannelTest
                kind="mail"
                initialTo={account?.email ?? ''}
                run={(to) =>
                  test.mutateAsync({ params: { id: mail.id }, body: to === undefined ? {} : { to } })
                }
              />
            )}
          </>
        );
      }}
    </QueryBoundary>
  );
}

/** The gateways for text messages. */
export function PhoneStep() {
  const { t } = useTranslation();
  const offered = useConfig().features['data-providers'];
  const query = useSources();
  return (
    <QueryBoundary query={query} notFound={{ title: t('setup.missing'), text: '' }}>
      {({ results }) => {
        const gateways = results.filter(
          ({ id, services }) => services.includes('sms') && offered[id] === true,
        );
        return (
          <>
            <ul className={classes['channels']}>
              {gateways.map((source) => (
                <li key={source.id}>
                  <Channel source={source} />
                </li>
              ))}
            </ul>
            <div className={classes['actions']}>
              <ButtonLink to="/settings/datasources" search={{ from: 'setup' }} size="md">
                {t('setup.step.phone.open')}
              </ButtonLink>
            </div>
          </>
        );
      }}
    </QueryBoundary>
  );
}
