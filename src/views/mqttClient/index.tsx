import { defineView } from '../../kit/index.ts';

/** Messages of a broker: what is subscribed to, as it comes, and what one publishes. */
export default defineView({
  id: 'mqttClient',
  icon: 'message',
  permission: 'mqttClient:page',
  load: () => import('./MqttClient.tsx'),
});
