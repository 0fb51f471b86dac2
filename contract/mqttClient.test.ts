import { expect, it } from 'vitest';
import { isTopic, isTopicFilter, matchesTopic, MQTT_LIMITS } from './mqttClient.ts';

// Examples of MQTT 3.1.1, 4.7.
it.each([
  ['sport/tennis/player1/#', 'sport/tennis/player1', true],
  ['sport/tennis/player1/#', 'sport/tennis/player1/score/wimbledon', true],
  ['sport/tennis/player1/#', 'sport/tennis/player2', false],
  ['sport/tennis/+', 'sport/tennis/player1', true],
  ['sport/tennis/+', 'sport/tennis/player1/ranking', false],
  ['sport/+', 'sport', false],
  ['sport/+', 'sport/', true],
  ['+/+', '/finance', true],
  ['/+', '/finance', true],
  ['+', '/finance', false],
  ['#', 'a/b', true],
  ['#', '$SYS/uptime', false],
  ['+/monitor/Clients', '$SYS/monitor/Clients', false],
  ['$SYS/#', '$SYS/uptime', true],
  ['a/b', 'a/B', false],
])('%s names %s: %s', (filter, topic, expected) => {
  expect(matchesTopic(filter, topic)).toBe(expected);
});

it.each([
  ['sport/#', true],
  ['#', true],
  ['+/tennis/#', true],
  ['sport/tennis#', false],
  ['sport/#/ranking', false],
  ['sport+', false],
  ['', false],
  ['a\0b', false],
  ['é'.repeat(MQTT_LIMITS.topic / 2), true],
  [`${'é'.repeat(MQTT_LIMITS.topic / 2)}e`, false],
])('takes the filter %j: %s', (filter, expected) => {
  expect(isTopicFilter(filter)).toBe(expected);
});

it('publishes to no wildcard', () => {
  expect(['a/b', 'a/+', '#', ''].map(isTopic)).toEqual([true, false, false, false]);
});
