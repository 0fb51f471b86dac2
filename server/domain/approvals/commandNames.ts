type Names = readonly [simplified: string, traditional: string, english: string];

const COMMANDS: Readonly<Record<string, Names>> = {
  'collectOrder/forceConfirm': ['强制确认', '強制確認', 'Force confirm'],
  'collectOrder/settle': ['代收结算', '代收結算', 'Settlement'],
  'collectOrder/resettle': ['重新结算', '重新結算', 'Second settlement'],
  'collectOrder/reverse': ['代收冲正', '代收沖正', 'Reversal'],
  'payOrder/approve': ['代付出款', '代付出款', 'Payout'],
  'payOrder/forceConfirm': ['强制确认代付', '強制確認代付', 'Force confirm of the payout'],
  'payOrder/confirmFailed': ['确认代付失败', '確認代付失敗', 'Failure of the payout'],
  'payOrder/markReturned': ['代付退回', '代付退回', 'Return of the payout'],
  'reviewItem/writeOff': ['误报冲回', '誤報沖回', 'Write-off'],
  'withdrawal/complete': ['提现完成', '提領完成', 'Completion of the withdrawal'],
  'adjustment/approve': ['资金调整', '資金調整', 'Adjustment'],
  'rechargeOrder/approve': ['充值订单', '充值訂單', 'Recharge'],
  'manualOrder/approve': ['手工订单', '手工訂單', 'Manual order'],
};

/** What a command that asks others is called in a notice, by its route. */
export const commandNames = (command: string): Names => COMMANDS[command] ?? [command, command, command];
