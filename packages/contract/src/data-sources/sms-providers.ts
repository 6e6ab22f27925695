/** Gateways for text messages (API v3 §2.14). Options that API v3 does not have are optional. */
import type { ProviderDescription } from './data-provider-description.ts';

const requiredRule = ['required'] as const;
/** Choices of an option that is on or off. */
const yesNoChoices = ['No', 'Yes'] as const;

/**
 * For gateways that do not sign requests: a secret at the end of the URL that they call, required once it is set. A
 * gateway whose requests are authenticated in no other way cannot be switched on without it.
 */
const urlSecretOption = {
  label: 'Secret in the address',
  input: 'text',
  description: 'Incoming messages are only taken at the address that ends with it, once it is set',
  secret: true,
  inAddress: true,
} as const;

/** The descriptions of SMS gateways. */
export const smsProviders = {
  smssync: {
    name: 'SMSSync',
    services: ['sms'],
    targetedSurveyRank: 1,
    authentication: [{ option: 'secret' }, { option: 'address_secret' }],
    options: {
      intro_step1: {
        label: 'Step 1: Install the app',
        input: 'read-only-text',
        description: 'Install SMSSync on an Android phone with a SIM card.',
      },
      intro_step2: {
        label: 'Step 2: Configure the app',
        input: 'read-only-text',
        description: 'Enter this deployment’s address followed by /sms/smssync as the Sync URL.',
      },
      secret: {
        label: 'Secret',
        input: 'text',
        description: 'The same secret as in the app',
        rules: requiredRule,
        secret: true,
      },
      address_secret: urlSecretOption,
    },
    inbound_fields: { Message: 'text', Date: 'datetime' },
  },
  frontlinesms: {
    name: 'FrontlineSMS',
    services: ['sms'],
    targetedSurveyRank: 4,
    authentication: [{ option: 'secret' }, { option: 'address_secret' }],
    options: {
      key: { label: 'Key', input: 'text', description: 'The API key', rules: requiredRule, secret: true },
      secret: {
        label: 'Secret',
        input: 'text',
        description: 'The secret that incoming messages carry',
        rules: requiredRule,
        secret: true,
      },
      address_secret: urlSecretOption,
      url: {
        label: 'Address',
        input: 'text',
        description: 'Where outgoing messages are sent',
        placeholder: 'https://cloud.frontlinesms.com/api/1/webhook',
        address: true,
        endpoint: true,
      },
    },
    inbound_fields: { Message: 'text' },
  },
  nexmo: {
    name: 'Nexmo',
    services: ['sms'],
    targetedSurveyRank: 3,
    authentication: [{ option: 'signature_secret' }, { option: 'address_secret' }],
    options: {
      from: { label: 'From', input: 'text', description: 'The number to send from', rules: requiredRule },
      api_key: { label: 'API key', input: 'text', description: 'The account’s API key', rules: requiredRule },
      api_secret: {
        label: 'API secret',
        input: 'text',
        description: 'The account’s API secret',
        rules: requiredRule,
        secret: true,
      },
      signature_secret: {
        label: 'Signature secret',
        input: 'text',
        description: 'Incoming messages must be signed with it, once it is set',
        secret: true,
      },
      address_secret: urlSecretOption,
      url: {
        label: 'Address',
        input: 'text',
        description: 'Where outgoing messages are sent',
        placeholder: 'https://rest.nexmo.com',
        address: true,
        endpoint: true,
      },
    },
    inbound_fields: { Message: 'text' },
  },
  twilio: {
    name: 'Twilio',
    services: ['sms'],
    targetedSurveyRank: 2,
    authentication: [
      { option: 'auth_token', unless: { option: 'require_signature', value: 'No' } },
      { option: 'address_secret' },
    ],
    options: {
      from: {
        label: 'Phone number',
        input: 'text',
        description: 'The number to send from',
        rules: requiredRule,
      },
      account_sid: { label: 'Account SID', input: 'text', rules: requiredRule },
      auth_token: { label: 'Auth token', input: 'text', rules: requiredRule, secret: true },
      sms_auto_response: {
        label: 'Automatic answer',
        input: 'text',
        description: 'Sent back to everybody who sends a message',
        rules: requiredRule,
      },
      require_signature: {
        label: 'Only signed messages',
        input: 'radio',
        description: 'Refuse incoming messages without Twilio’s signature; so it is unless No is chosen',
        options: yesNoChoices,
        default: 'Yes',
      },
      address_secret: urlSecretOption,
      url: {
        label: 'Address',
        input: 'text',
        description: 'Where outgoing messages are sent',
        placeholder: 'https://api.twilio.com',
        address: true,
        endpoint: true,
      },
    },
    inbound_fields: { Message: 'text' },
  },
} as const satisfies Record<string, ProviderDescription>;
