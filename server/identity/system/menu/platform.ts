/** The views of this directory, in their order. */
export const PLATFORM: readonly string[] = [
  'sysTenant',
  'sysMenu',
  'sysConfig',
  'sysDictType',
  'sysFile',
  'sysJob',
  'workflow',
  'sysRegion',
  'sysPrint',
  'sysServer',
  'sysCache',
  'sysTest',
  'sysPlugin',
  'pluginPackage',
  'sysWechatPay',
  'mqttClient',
];
