import {
  IconAlertTriangle,
  IconChevronDown,
  IconMail,
  IconMessage,
  IconRss,
  IconSend,
  IconShieldExclamation,
} from '@tabler/icons-react';
import type { DataProvider } from '@waypost/contract/data-sources/data-sources';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelDetail, ChannelState } from '../../blocks/channels/channel-status.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import classes from './data-sources.module.css';
import { type NamedSurvey, SourceForm } from './source-form.tsx';
import { getSourceErrorText, getSourceName } from './source-labels.ts';
import { type DataProviderSettings, isStoredComplete } from './use-source-form.ts';

const icons = { sms: IconMessage, email: IconMail, twitter: IconRss };

interface Props {
  source: DataProvider;
  /** Whether the form is open at first. */
  isInitiallyOpen: boolean;
  group: DataProviderSettings;
  surveys: readonly NamedSurvey[];
  registerUnsavedCheck: (hasChanges: () => boolean) => () => void;
}

/** One data source in the list: its name, a state indicator, and its form. keys: dataSources.state.* */
export function SourcePanel({ source, isInitiallyOpen, group, surveys, registerUnsavedCheck: watch }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  // Once opened, the form stays mounted, so that closing it does not lose what was typed.
  const [wasOpen, setWasOpen] = useState(isInitiallyOpen);
  const [isOn, setOn] = useState(group.providers[source.id] === true);
  const [service] = source.services;
  const [isComplete, setComplete] = useState(() => isStoredComplete(source, group));
  // Older servers only send whether the source is enabled.
  const state = source.state ?? (!isOn ? 'off' : isComplete ? 'on' : 'not-set-up');
  // Outgoing mail has no required option; the server sends whether it is set up.
  const needsSetup =
    source.id !== 'outgoingemail' && (state === 'not-set-up' || (state === 'off' && !isComplete));
  const trouble = isOn ? source.fault : null;
  return (
    <li className={classes['source']}>
      <h2 className={classes['heading']}>
        <button
          type="button"
          className={classes['toggle']}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => {
            setOpen(!isOpen);
            setWasOpen(true);
          }}
        >
          <Icon icon={service ? icons[service] : IconSend} size={22} />
          <span className={classes['name']}>{getSourceName(source)}</span>
          {source.status ? (
            <ChannelState state={isOn || state === 'operator' ? source.status.state : 'off'} />
          ) : (
            <span className={classes['status']} data-state={state}>
              <span className={classes['statusDot']} aria-hidden="true" />
              {t(`dataSources.state.${state}`)}
            </span>
          )}
          <Icon icon={IconChevronDown} size={18} />
        </button>
      </h2>
      {source.status && (source.status.last_success ?? source.status.failing_since) && (
        <div className={classes['lastResult']}>
          <ChannelDetail status={source.status} />
        </div>
      )}
      {!source.status && (trouble || source.heard) && (
        <p className={classes['lastResult']} data-trouble={trouble ? true : undefined}>
          {trouble ? (
            <>
              <Icon icon={IconAlertTriangle} size={16} /> {getSourceErrorText(trouble)}
            </>
          ) : (
            source.heard && (
              <>
                {t('dataSources.lastMessage')} <RelativeTime date={source.heard} />
              </>
            )
          )}
        </p>
      )}
      {isOn && state === 'on' && source.authenticated === false && (
        <p className={classes['lastResult']} data-trouble>
          <Icon icon={IconShieldExclamation} size={16} /> {t('dataSources.unsafeState')}
        </p>
      )}
      <div id={id} hidden={!isOpen} className={classes['body']}>
        {wasOpen && (
          <SourceForm
            source={source}
            group={group}
            surveys={surveys}
            needsSetup={needsSetup}
            registerUnsavedCheck={watch}
            onSaved={(isNowOn) => {
              setOn(isNowOn);
              // The form cannot be saved while it is incomplete.
              setComplete(true);
            }}
          />
        )}
      </div>
    </li>
  );
}
