<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Advice</name>
    <message>
        <source>Unrolling makes {0} copies of the loop&apos;s body, which compile slowly and fill the instruction cache.</source>
        <translation>展开会生成 {0} 份循环体副本，编译缓慢并占满指令缓存。</translation>
    </message>
    <message>
        <source>the loop</source>
        <translation>该循环</translation>
    </message>
    <message>
        <source>It computes {0}× as much: parts are computed again for every reader.</source>
        <translation>计算量为 {0} 倍：部分内容会为每个读取者重复计算。</translation>
    </message>
    <message>
        <source>{0} iterations of {1} are shared among {2} cores.</source>
        <translation>{1} 的 {0} 次迭代分配到 {2} 个核上。</translation>
    </message>
    <message>
        <source>{0} cores have work at a time, where it was {1}.</source>
        <translation>同时有 {0} 个核在工作，此前为 {1} 个。</translation>
    </message>
    <message>
        <source>What is fetched comes while something else is computed.</source>
        <translation>在计算其他内容的同时获取数据。</translation>
    </message>
    <message>
        <source>Only {0} cores have work at a time, where it was {1}.</source>
        <translation>同时仅有 {0} 个核在工作，此前为 {1} 个。</translation>
    </message>
    <message>
        <source>One core does all the work, where it was {0}.</source>
        <translation>全部工作由一个核完成，此前为 {0} 个。</translation>
    </message>
    <message>
        <source>What is fetched is waited for, with nothing to compute beside it.</source>
        <translation>需要等待获取的数据，期间没有可进行的计算。</translation>
    </message>
    <message>
        <source>It takes as long; intermediate memory shrinks from {0} to {1}.</source>
        <translation>耗时相同；中间内存从 {0} 减少到 {1}。</translation>
    </message>
    <message>
        <source>It takes as long; intermediate memory grows from {0} to {1}.</source>
        <translation>耗时相同；中间内存从 {0} 增加到 {1}。</translation>
    </message>
    <message>
        <source>{0} takes {1} of the time: {2} can gain no more than that.</source>
        <translation>{0} 占时间的 {1}：{2}的收益不会超过此值。</translation>
    </message>
    <message>
        <source>The compiler makes vectors of this without being asked.</source>
        <translation>编译器会自行将其向量化。</translation>
    </message>
    <message>
        <source>It takes as long there.</source>
        <translation>在那里耗时相同。</translation>
    </message>
    <message>
        <source>{0} iterations of {1} become vector instructions; {2} elements fit a register.</source>
        <translation>{1} 的 {0} 次迭代变为向量指令；一个寄存器可容纳 {2} 个元素。</translation>
    </message>
    <message>
        <source>The {0} iterations of {1} need no loop, and the compiler can compute {2} elements at a time.</source>
        <translation>{1} 的 {0} 次迭代不再需要循环，编译器可一次计算 {2} 个元素。</translation>
    </message>
    <message>
        <source>The {0} iterations of {1} need no loop, and their sums do not wait for each other.</source>
        <translation>{1} 的 {0} 次迭代不再需要循环，其各个和无需相互等待。</translation>
    </message>
    <message>
        <source>The {0} iterations of {1} need no loop.</source>
        <translation>{1} 的 {0} 次迭代不再需要循环。</translation>
    </message>
    <message>
        <source>beyond L1</source>
        <translation>L1 之外</translation>
    </message>
    <message>
        <source>beyond L2</source>
        <translation>L2 之外</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>{0} come from {1}, where it was {2}.</source>
        <translation>有 {0} 来自{1}，此前为 {2}。</translation>
    </message>
    <message>
        <source>The cores are started {0} times.</source>
        <translation>各核启动 {0} 次。</translation>
    </message>
    <message>
        <source>The cores are started {0} times, where it was {1}.</source>
        <translation>各核启动 {0} 次，此前为 {1} 次。</translation>
    </message>
    <message>
        <source>The compiler can compute {0} elements at a time.</source>
        <translation>编译器可一次计算 {0} 个元素。</translation>
    </message>
    <message>
        <source>It computes {0} flop, where it was {1}.</source>
        <translation>计算 {0} 次浮点运算，此前为 {1} 次。</translation>
    </message>
    <message>
        <source>What is computed beside the innermost sums takes less.</source>
        <translation>最内层求和之外的计算耗时减少。</translation>
    </message>
    <message>
        <source>More sums are under way at a time, so that they wait less.</source>
        <translation>同时进行的求和更多，等待更少。</translation>
    </message>
    <message>
        <source>Less is read and written for each operation.</source>
        <translation>每次运算的读写更少。</translation>
    </message>
    <message>
        <source>Fewer divisions are left.</source>
        <translation>剩余的除法更少。</translation>
    </message>
    <message>
        <source>Fewer instructions are left beside the arithmetic.</source>
        <translation>算术运算之外的指令更少。</translation>
    </message>
    <message>
        <source>It computes {0} elements at a time, where it was {1}.</source>
        <translation>一次计算 {0} 个元素，此前为 {1} 个。</translation>
    </message>
    <message>
        <source>It computes one element at a time: what the inner loop touches does not lie side by side.</source>
        <translation>一次只计算一个元素：内层循环访问的数据不连续。</translation>
    </message>
    <message>
        <source>What is computed beside the innermost sums takes more.</source>
        <translation>最内层求和之外的计算耗时增加。</translation>
    </message>
    <message>
        <source>Its sums wait for each other.</source>
        <translation>各个和需要相互等待。</translation>
    </message>
    <message>
        <source>More is read and written for each operation.</source>
        <translation>每次运算的读写更多。</translation>
    </message>
    <message>
        <source>More divisions are done for each element.</source>
        <translation>每个元素的除法更多。</translation>
    </message>
    <message>
        <source>More instructions count loops and find places beside the arithmetic.</source>
        <translation>算术运算之外，更多指令用于循环计数和地址计算。</translation>
    </message>
    <message>
        <source>less than 0.1 %</source>
        <translation>不足 0.1 %</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>Line {0} costs more than it gains: without it the estimate is {1} times as fast.</source>
        <translation>第 {0} 行得不偿失：去掉后估计速度为 {1} 倍。</translation>
    </message>
    <message>
        <source>Line {0} and what needs it, {1}, cost more than they gain: without them the estimate is {2} times as fast.</source>
        <translation>第 {0} 行及依赖它的{1}得不偿失：去掉后估计速度为 {2} 倍。</translation>
    </message>
    <message>
        <source>Two loops do what {loop} does, until they stand in another order.</source>
        <translation>在改变顺序之前，两个循环与 {loop} 的效果相同。</translation>
    </message>
    <message>
        <source>splitting it</source>
        <translation>拆分</translation>
    </message>
    <message>
        <source>Blocks fetch and compute as much as these loops do now.</source>
        <translation>分块后获取和计算的量与这些循环现在相同。</translation>
    </message>
    <message>
        <source>a tile of it</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>One loop does what the two do.</source>
        <translation>一个循环与这两个循环的效果相同。</translation>
    </message>
    <message>
        <source>fusing it</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>As much is fetched and computed in this order.</source>
        <translation>按此顺序获取和计算的量相同。</translation>
    </message>
    <message>
        <source>Vectors of {loop} compute no faster.</source>
        <translation>{loop} 的向量计算并不更快。</translation>
    </message>
    <message>
        <source>vectors of it</source>
        <translation>向量化</translation>
    </message>
    <message>
        <source>The compiler does as well with {loop} as a loop.</source>
        <translation>{loop} 保持循环时编译器的效果同样好。</translation>
    </message>
    <message>
        <source>writing it out</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Handing {loop} out to the cores takes as long as it saves.</source>
        <translation>将 {loop} 分配到各核的开销与节省的时间相当。</translation>
    </message>
    <message>
        <source>sharing it among cores</source>
        <translation>分配到各核</translation>
    </message>
    <message>
        <source>The copy takes as long as it saves.</source>
        <translation>副本的开销与节省的时间相当。</translation>
    </message>
    <message>
        <source>Adding up the partial results takes as long as they save.</source>
        <translation>累加部分结果的开销与节省的时间相当。</translation>
    </message>
</context>
<context>
    <name>Bounds</name>
    <message>
        <source>a reduction always runs over all of its axis</source>
        <translation>归约总是遍历其整个轴</translation>
    </message>
    <message>
        <source>it is an output: all of it is computed</source>
        <translation>该阶段是输出，需全部计算</translation>
    </message>
    <message>
        <source>clipped to the tensor&apos;s shape: {0}</source>
        <translation>裁剪到张量的形状：{0}</translation>
    </message>
    <message>
        <source>a scan starts at its first step, whatever is read</source>
        <translation>扫描总是从第一步开始，与读取的内容无关</translation>
    </message>
    <message>
        <source>a scan keeps whole states</source>
        <translation>扫描保留完整的状态</translation>
    </message>
    <message>
        <source>{0} reads {1}</source>
        <translation>{0} 读取 {1}</translation>
    </message>
    <message>
        <source>{0}&apos;s {1}</source>
        <translation>{0} 的 {1}</translation>
    </message>
    <message>
        <source>{0} is relaxed: the threads of {1} share the memory</source>
        <translation>{0} 被松弛：{1} 的线程共享该内存</translation>
    </message>
    <message>
        <source>{0} are relaxed: the threads of {1} share the memory</source>
        <translation>{0} 被松弛：{1} 的线程共享该内存</translation>
    </message>
    <message>
        <source>{0} is relaxed: {1} is computed before all loops</source>
        <translation>{0} 被松弛：{1} 在所有循环之前计算</translation>
    </message>
    <message>
        <source>{0} are relaxed: {1} is computed before all loops</source>
        <translation>{0} 被松弛：{1} 在所有循环之前计算</translation>
    </message>
    <message>
        <source>{0} is relaxed: its loop is inside the attach point {1}</source>
        <translation>{0} 被松弛：其循环在附着点 {1} 内</translation>
    </message>
    <message>
        <source>{0} are relaxed: their loops are inside the attach point {1}</source>
        <translation>{0} 被松弛：它们的循环在附着点 {1} 内</translation>
    </message>
    <message>
        <source>no longer than {0}, which is split by {1}{2? in line {2}}</source>
        <translation>不长于 {0}，后者{2?在第 {2} 行}按 {1} 拆分</translation>
    </message>
    <message>
        <source>factor {0} of the split of {1}{2? in line {2}}</source>
        <translation>{2?第 {2} 行}对 {1} 的拆分的因子 {0}</translation>
    </message>
    <message>
        <source>nparts {0} of the split of {1}{2? in line {2}}</source>
        <translation>{2?第 {2} 行}对 {1} 的拆分的份数 {0}</translation>
    </message>
    <message>
        <source>extent = ceil({0} / {1}): {2} is split by {1}{3? in line {3}}</source>
        <translation>范围 = ceil({0} / {1})：{2} {3?在第 {3} 行}按因子 {1} 拆分</translation>
    </message>
    <message>
        <source>extent = ceil({0} / {1}): {2} is split into {1} parts{3? in line {3}}</source>
        <translation>范围 = ceil({0} / {1})：{2} {3?在第 {3} 行}拆分为 {1} 份</translation>
    </message>
    <message>
        <source>{0} and {1} fused{4? in line {4}}: {2} · {3}</source>
        <translation>{0} 与 {1} {4?在第 {4} 行}融合：{2} · {3}</translation>
    </message>
    <message>
        <source>a dimension of the layout made of {0}{1? in line {1}}</source>
        <translation>{1?第 {1} 行}由 {0} 构成的布局的一个维度</translation>
    </message>
    <message>
        <source>there is one element</source>
        <translation>只有一个元素</translation>
    </message>
    <message>
        <source>{0} is {1} in block {2}</source>
        <translation>{0} 在块 {2} 中为 {1}</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>{0} node</source>
        <translation>{0} 个节点</translation>
    </message>
    <message>
        <source>{0} nodes</source>
        <translation>{0} 个节点</translation>
    </message>
    <message>
        <source>{0} constant</source>
        <translation>{0} 个常量</translation>
    </message>
    <message>
        <source>{0} constants</source>
        <translation>{0} 个常量</translation>
    </message>
    <message>
        <source>The graphs are equal: {0}.</source>
        <translation>两图相同：{0}。</translation>
    </message>
    <message>
        <source>{0} node is the same, {1} changed, {2} removed, {3} added</source>
        <translation>{0} 个节点相同，{1} 个更改，{2} 个移除，{3} 个新增</translation>
    </message>
    <message>
        <source>{0} nodes are the same, {1} changed, {2} removed, {3} added</source>
        <translation>{0} 个节点相同，{1} 个更改，{2} 个移除，{3} 个新增</translation>
    </message>
    <message>
        <source>{0}.</source>
        <translation>{0}。</translation>
    </message>
    <message>
        <source>{0}; {1}.</source>
        <translation>{0}；{1}。</translation>
    </message>
    <message>
        <source>{0} constant is the same, {1} changed, {2} removed, {3} added</source>
        <translation>{0} 个常量相同，{1} 个更改，{2} 个移除，{3} 个新增</translation>
    </message>
    <message>
        <source>{0} constants are the same, {1} changed, {2} removed, {3} added</source>
        <translation>{0} 个常量相同，{1} 个更改，{2} 个移除，{3} 个新增</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>%1 cannot be encoded as PNG</source>
        <translation>%1 无法编码为 PNG</translation>
    </message>
</context>
<context>
    <name>Fusion</name>
    <message>
        <source>{0} as {1}</source>
        <translation>{0} 作为 {1}</translation>
    </message>
    <message>
        <source>{0} with its own pattern</source>
        <translation>{0} 使用自身的模式</translation>
    </message>
    <message>
        <source>fence after {0}</source>
        <translation>{0} 之后设屏障</translation>
    </message>
    <message>
        <source>no fence after {0}</source>
        <translation>{0} 之后不设屏障</translation>
    </message>
    <message>
        <source>fuse {0} → {1}</source>
        <translation>融合 {0} → {1}</translation>
    </message>
    <message>
        <source>cut {0} → {1}</source>
        <translation>切断 {0} → {1}</translation>
    </message>
    <message>
        <source>leave to the rules {0} → {1}</source>
        <translation>由规则决定 {0} → {1}</translation>
    </message>
    <message>
        <source>at most {0} operators in a group</source>
        <translation>一个组中最多 {0} 个算子</translation>
    </message>
    <message>
        <source>fusion at opt level {0}</source>
        <translation>以优化级别 {0} 融合</translation>
    </message>
    <message>
        <source>no single change would: a value that is needed elsewhere too cannot be inside a group</source>
        <translation>没有单一更改可行：其他地方也需要的值不能位于组内</translation>
    </message>
    <message>
        <source>no single change would: a group does not cross functions</source>
        <translation>没有单一更改可行：组不能跨越函数</translation>
    </message>
    <message>
        <source>no single change would: only the calls of operators form groups</source>
        <translation>没有单一更改可行：只有算子调用才能成组</translation>
    </message>
    <message>
        <source>no single change would</source>
        <translation>没有单一更改可行</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} 以及另外 {1} 个</translation>
    </message>
    <message>
        <source>{0} become {1}</source>
        <translation>{0} 变为 {1}</translation>
    </message>
    <message>
        <source>{0} is split into {1}</source>
        <translation>{0} 拆分为 {1}</translation>
    </message>
    <message>
        <source>{0} becomes {1}</source>
        <translation>{0} 变为 {1}</translation>
    </message>
    <message>
        <source>{0} are merged into {1}</source>
        <translation>{0} 合并为 {1}</translation>
    </message>
    <message>
        <source>The groups stay as they are.</source>
        <translation>各组保持不变。</translation>
    </message>
    <message>
        <source>{0} split</source>
        <translation>{0} 个拆分</translation>
    </message>
    <message>
        <source>{0} merged</source>
        <translation>{0} 个合并</translation>
    </message>
    <message>
        <source>{0} regrouped</source>
        <translation>{0} 个重新分组</translation>
    </message>
    <message>
        <source>{0}: {1}; {2}.</source>
        <translation>{0}：{1}；{2}。</translation>
    </message>
    <message>
        <source>{0} group becomes {1}</source>
        <translation>{0} 个组变为 {1} 个</translation>
    </message>
    <message>
        <source>{0} groups become {1}</source>
        <translation>{0} 个组变为 {1} 个</translation>
    </message>
    <message>
        <source>{0} node moves</source>
        <translation>{0} 个节点移动</translation>
    </message>
    <message>
        <source>{0} nodes move</source>
        <translation>{0} 个节点移动</translation>
    </message>
    <message>
        <source>there is no such node in the graph</source>
        <translation>图中没有此节点</translation>
    </message>
    <message>
        <source>{0} is one node</source>
        <translation>{0} 是同一个节点</translation>
    </message>
    <message>
        <source>{0} and {1} stand in different functions, at least one of them primitive: its group is what the file says</source>
        <translation>{0} 和 {1} 位于不同的函数中，其中至少一个是原语函数：其组由文件指定</translation>
    </message>
    <message>
        <source>{0}.</source>
        <translation>{0}。</translation>
    </message>
    <message>
        <source>{0} belongs to no group: a constant is handed to the group that reads it, or is inside it</source>
        <translation>{0} 不属于任何组：常量传给读取它的组，或位于该组内</translation>
    </message>
    <message>
        <source>{0} belongs to no group: only the calls of operators, tuples and projections do</source>
        <translation>{0} 不属于任何组：只有算子调用、元组和投影才属于组</translation>
    </message>
    <message>
        <source>{0} are in one group: they stand in one primitive function of the file</source>
        <translation>{0} 在同一组中：它们位于文件的同一个原语函数中</translation>
    </message>
    <message>
        <source>{0} are in one group, whose value is that of {1}</source>
        <translation>{0} 在同一组中，该组的值即 {1} 的值</translation>
    </message>
    <message>
        <source>On the way from {0} to {1}: {2}</source>
        <translation>从 {0} 到 {1} 的路径上：{2}</translation>
    </message>
    <message>
        <source>{0} are apart</source>
        <translation>{0} 是分开的</translation>
    </message>
    <message>
        <source>{0} are not fused: the way between them leads through {1}, and fusion does not cross {2}.</source>
        <translation>{0} 未融合：两者之间的路径经过 {1}，而融合不能跨越 {2}。</translation>
    </message>
    <message>
        <source>a {0}</source>
        <translation>{0}</translation>
    </message>
    <message>
        <source>{0} are not fused: neither reads the other, and no node later on needs all uses of both</source>
        <translation>{0} 未融合：两者互不读取，之后也没有节点需要两者的所有使用</translation>
    </message>
    <message>
        <source>{0} are not fused: neither reads the other, so both would have to be fused into {1}, where their ways meet; {2}</source>
        <translation>{0} 未融合：两者互不读取，因此都必须融合到其路径汇合处 {1}；{2}</translation>
    </message>
    <message>
        <source>Phase {0}: {1}</source>
        <translation>阶段 {0}：{1}</translation>
    </message>
    <message>
        <source>elementwise, broadcast and out_elemwise_fusable operators</source>
        <translation>elementwise、broadcast 和 out_elemwise_fusable 算子</translation>
    </message>
    <message>
        <source>injective operators and tuples</source>
        <translation>injective 算子和元组</translation>
    </message>
    <message>
        <source>into tuples that were themselves fused into an injective operator</source>
        <translation>融合到自身已融合进 injective 算子的元组</translation>
    </message>
    <message>
        <source>Phase {0} begins: {1}.</source>
        <translation>阶段 {0} 开始：{1}。</translation>
    </message>
    <message>
        <source>A root of the tree: {0} is needed outside.</source>
        <translation>树的根：{0} 在外部被需要。</translation>
    </message>
    <message>
        <source>A root: the uses of {0} never meet again.</source>
        <translation>根：{0} 的各个使用不再汇合。</translation>
    </message>
    <message>
        <source>All uses of {0} meet in {1}; the greatest pattern on the way is {2}.</source>
        <translation>{0} 的所有使用汇合于 {1}；路径上最高的模式是 {2}。</translation>
    </message>
    <message>
        <source>{0} goes into the group of {1}.</source>
        <translation>{0} 进入 {1} 的组。</translation>
    </message>
    <message>
        <source>{0} goes into the group of {1}, with the {2} node between.</source>
        <translation>{0} 与中间的 {2} 个节点一起进入 {1} 的组。</translation>
    </message>
    <message>
        <source>{0} goes into the group of {1}, with the {2} nodes between.</source>
        <translation>{0} 与中间的 {2} 个节点一起进入 {1} 的组。</translation>
    </message>
    <message>
        <source>As the file says: {0}</source>
        <translation>按文件指定：{0}</translation>
    </message>
    <message>
        <source>A join: {0}</source>
        <translation>连接：{0}</translation>
    </message>
    <message>
        <source>{0} stays: {1}.</source>
        <translation>{0} 不动：{1}。</translation>
    </message>
    <message>
        <source>{0} stays: {1} because of {2}.</source>
        <translation>{0} 不动：{1}，原因是 {2}。</translation>
    </message>
    <message>
        <source>{0} → {1} fused: {2}.</source>
        <translation>{0} → {1} 已融合：{2}。</translation>
    </message>
    <message>
        <source>{0} → {1} not fused: {2}.</source>
        <translation>{0} → {1} 未融合：{2}。</translation>
    </message>
    <message>
        <source>the file says so, they stand in one primitive function</source>
        <translation>文件如此指定，它们位于同一个原语函数中</translation>
    </message>
    <message>
        <source>they are in one group</source>
        <translation>它们在同一组中</translation>
    </message>
    <message>
        <source>a join asks for {0} and {1} in one group</source>
        <translation>某个连接要求 {0} 和 {1} 在同一组中</translation>
    </message>
    <message>
        <source>in phase {0}, {1}</source>
        <translation>在阶段 {0}，{1}</translation>
    </message>
    <message>
        <source>`{0}` lies between {1} and {2}, which were fused in phase {3}</source>
        <translation>`{0}` 位于在阶段 {3} 中融合的 {1} 和 {2} 之间</translation>
    </message>
    <message>
        <source>{0} had itself been fused into an injective op</source>
        <translation>{0} 自身已融合到 injective 算子中</translation>
    </message>
    <message>
        <source>everything on the way to {0}</source>
        <translation>通往 {0} 的路径上的一切</translation>
    </message>
    <message>
        <source>{0} works element by element on the result of this out_elemwise_fusable op</source>
        <translation>{0} 对此 out_elemwise_fusable 算子的结果逐元素运算</translation>
    </message>
    <message>
        <source>the tuple&apos;s fields are read by injective ops only</source>
        <translation>元组的各字段仅由 injective 算子读取</translation>
    </message>
    <message>
        <source>{0} is at most injective</source>
        <translation>{0} 最多为 injective</translation>
    </message>
    <message>
        <source>{0} takes in {1}</source>
        <translation>{0} 可纳入{1}</translation>
    </message>
    <message>
        <source>at optimisation level 0 every operator is on its own</source>
        <translation>在优化级别 0，每个算子单独成组</translation>
    </message>
    <message>
        <source>a reduction is always the last of its group</source>
        <translation>归约总是其组中的最后一个</translation>
    </message>
    <message>
        <source>the group with {0} would grow above max_depth, which is {1}</source>
        <translation>含 {0} 的组将超过 max_depth（{1}）</translation>
    </message>
    <message>
        <source>a cut keeps apart two nodes that this merge would bring together</source>
        <translation>某个切断将此合并会聚到一起的两个节点分开</translation>
    </message>
    <message>
        <source>{0}, and after an out_elemwise_fusable op only elementwise ops may follow; {1}</source>
        <translation>{0}，而 out_elemwise_fusable 算子之后只能是 elementwise 算子；{1}</translation>
    </message>
    <message>
        <source>after an out_elemwise_fusable op only elementwise ops may follow; {0}</source>
        <translation>out_elemwise_fusable 算子之后只能是 elementwise 算子；{0}</translation>
    </message>
    <message>
        <source>a fence stands after {0}</source>
        <translation>{0} 之后有屏障</translation>
    </message>
    <message>
        <source>`{0}` is not an operator&apos;s call</source>
        <translation>`{0}` 不是算子调用</translation>
    </message>
    <message>
        <source>`annotation.stop_fusion` stands there to keep its two sides apart</source>
        <translation>`annotation.stop_fusion` 用于将其两侧分开</translation>
    </message>
    <message>
        <source>`{0}` counts as opaque here, for the size of its result depends on values</source>
        <translation>`{0}` 在此视为 opaque，因为其结果的大小取决于值</translation>
    </message>
    <message>
        <source>`{0}` is not a known operator and so counts as opaque</source>
        <translation>`{0}` 不是已知算子，因此视为 opaque</translation>
    </message>
    <message>
        <source>`{0}` is opaque, and an opaque op is always a group of its own</source>
        <translation>`{0}` 是 opaque，而 opaque 算子总是单独成组</translation>
    </message>
    <message>
        <source>the value of `{0}` is also a result of its function, so it must be kept</source>
        <translation>`{0}` 的值也是其函数的结果，因此必须保留</translation>
    </message>
    <message>
        <source>the value of `{0}` is a parameter</source>
        <translation>`{0}` 的值是参数</translation>
    </message>
    <message>
        <source>the value of `{0}` is called as a function</source>
        <translation>`{0}` 的值作为函数被调用</translation>
    </message>
    <message>
        <source>the value of `{0}` is bound by a let, and fusion does not cross a let</source>
        <translation>`{0}` 的值由 let 绑定，而融合不能跨越 let</translation>
    </message>
    <message>
        <source>the value of `{0}` is the condition or a branch of an if, and fusion does not cross an if</source>
        <translation>`{0}` 的值是 if 的条件或分支，而融合不能跨越 if</translation>
    </message>
    <message>
        <source>the value of `{0}` is kept in a reference cell</source>
        <translation>`{0}` 的值保存在引用单元中</translation>
    </message>
    <message>
        <source>the value of `{0}` is used by a match</source>
        <translation>`{0}` 的值由 match 使用</translation>
    </message>
    <message>
        <source>the value of `{0}` is not a tensor, or is in a tuple with a value that is not one</source>
        <translation>`{0}` 的值不是张量，或与非张量的值同在一个元组中</translation>
    </message>
    <message>
        <source>the value of `{0}` is used by something that is not an operator</source>
        <translation>`{0}` 的值由非算子使用</translation>
    </message>
    <message>
        <source>what reads its value further on ({0}) never comes together again</source>
        <translation>之后读取其值的节点 ({0}) 不再汇合</translation>
    </message>
    <message>
        <source>its value has several uses ({0}) that never meet again, so it must be kept</source>
        <translation>其值有多处使用 ({0})，它们不再汇合，因此必须保留</translation>
    </message>
    <message>
        <source>its uses meet in a tuple that belongs to the group of {0}; only into injective groups could it follow</source>
        <translation>其各个使用汇合于属于 {0} 的组的元组；它只能随之进入 injective 组</translation>
    </message>
    <message>
        <source>a tuple takes nothing in</source>
        <translation>元组不纳入任何节点</translation>
    </message>
    <message>
        <source>its uses meet in the tuple {0}, which takes nothing in</source>
        <translation>其各个使用汇合于元组 {0}，而该元组不纳入任何节点</translation>
    </message>
    <message>
        <source>{0} before it is itself fused into an injective op</source>
        <translation>{0}，除非它自身先融合到 injective 算子中</translation>
    </message>
    <message>
        <source>{0}, and {1} could not even follow one into an injective op</source>
        <translation>{0}，而且{1}也不能随之进入 injective 算子</translation>
    </message>
    <message>
        <source>{0} is already in the group of {1}</source>
        <translation>{0} 已在 {1} 的组中</translation>
    </message>
    <message>
        <source>{0} broadcasts here, it changes the shape</source>
        <translation>{0} 在此进行广播，会改变形状</translation>
    </message>
    <message>
        <source>{0} counts as injective at best</source>
        <translation>{0} 最多视为 injective</translation>
    </message>
    <message>
        <source>{0} is {1}</source>
        <translation>{0} 是 {1}</translation>
    </message>
    <message>
        <source>nothing fuses into the input of an out_elemwise_fusable op, and {0} is one</source>
        <translation>任何节点都不能融合到 out_elemwise_fusable 算子的输入，而 {0} 正是此类算子</translation>
    </message>
    <message>
        <source>nothing fuses into {0}, and {1} is one</source>
        <translation>任何节点都不能融合到{0}，而 {1} 正是此类算子</translation>
    </message>
    <message>
        <source>a group holds one tuple on its way, and {0} would be another</source>
        <translation>一个组的路径上只含一个元组，而 {0} 将是另一个</translation>
    </message>
    <message>
        <source>{0} fuses only along injective ops; {1}</source>
        <translation>{0}只能沿 injective 算子融合；{1}</translation>
    </message>
    <message>
        <source>a tuple</source>
        <translation>元组</translation>
    </message>
    <message>
        <source>`{0}` goes by the rule of its group</source>
        <translation>`{0}` 遵循其所在组的规则</translation>
    </message>
    <message>
        <source>`{0}` is in the group of {1}</source>
        <translation>`{0}` 在 {1} 的组中</translation>
    </message>
    <message>
        <source>its uses meet in {0}; {1}</source>
        <translation>其各个使用汇合于 {0}；{1}</translation>
    </message>
    <message>
        <source>all that lies between it and {0} would have to come along; {1}</source>
        <translation>它与 {0} 之间的一切都必须一并融合；{1}</translation>
    </message>
    <message>
        <source>{0}, and a group holds one out_elemwise_fusable op</source>
        <translation>{0}，而一个组只含一个 out_elemwise_fusable 算子</translation>
    </message>
    <message>
        <source>{0}, and behind an out_elemwise_fusable op only elementwise and broadcast ops may lie between</source>
        <translation>{0}，而 out_elemwise_fusable 算子之后的中间节点只能是 elementwise 和 broadcast 算子</translation>
    </message>
    <message>
        <source>{0}, and only injective ops may lie between</source>
        <translation>{0}，而中间只能是 injective 算子</translation>
    </message>
    <message>
        <source>they stand in different functions, one of them primitive</source>
        <translation>它们位于不同的函数中，其中一个是原语函数</translation>
    </message>
    <message>
        <source>an {0} op</source>
        <translation>{0} 算子</translation>
    </message>
    <message>
        <source>a {0} op</source>
        <translation>{0} 算子</translation>
    </message>
    <message>
        <source>opt level {0}</source>
        <translation>优化级别 {0}</translation>
    </message>
    <message>
        <source>fused: {0} → {1}</source>
        <translation>已融合：{0} → {1}</translation>
    </message>
    <message>
        <source>cut: {0} → {1}</source>
        <translation>已切断：{0} → {1}</translation>
    </message>
</context>
<context>
    <name>KernelPage</name>
    <message>
        <source>state %1, %2</source>
        <translation>状态 %1，%2</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>by rank</source>
        <translation>按排名</translation>
    </message>
    <message>
        <source>Closed scopes: share of the whole, 0 to 100 %</source>
        <translation>折叠的作用域：占总量的比例，0 至 100 %</translation>
    </message>
</context>
<context>
    <name>LoopTree</name>
    <message>
        <source>Bind to a GPU&apos;s thread</source>
        <translation>绑定到 GPU 线程</translation>
    </message>
    <message>
        <source>threads bind loops of their own</source>
        <translation>线程绑定其自身的循环</translation>
    </message>
    <message>
        <source>Run the scan on threads</source>
        <translation>在线程上运行扫描</translation>
    </message>
    <message>
        <source>this stage is no scan</source>
        <translation>此阶段不是扫描</translation>
    </message>
    <message>
        <source>Prefetch</source>
        <translation>预取</translation>
    </message>
    <message>
        <source>this stage reads no tensor that could be fetched beforehand</source>
        <translation>此阶段不读取可预取的张量</translation>
    </message>
    <message>
        <source>Tensorize with</source>
        <translation>Tensorize 使用</translation>
    </message>
    <message>
        <source>the script declares no intrinsic to tensorize with</source>
        <translation>脚本未声明可用于 tensorize 的内建指令</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>nothing else can be done to it</source>
        <translation>没有其他可行的操作</translation>
    </message>
    <message>
        <source>Compute at</source>
        <translation>Compute at</translation>
    </message>
    <message>
        <source>no other stage reads this one</source>
        <translation>没有其他阶段读取此阶段</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>it keeps nothing in memory of its own</source>
        <translation>它没有自己的内存</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>its dimensions cannot be laid out in another way</source>
        <translation>其维度无法以其他方式布局</translation>
    </message>
    <message>
        <source>Read through a cache</source>
        <translation>经缓存读取</translation>
    </message>
    <message>
        <source>this stage reads no tensor</source>
        <translation>此阶段不读取张量</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>this stage reads no stage that it could be grouped with</source>
        <translation>此阶段不读取可与之成组的阶段</translation>
    </message>
    <message>
        <source>Split…</source>
        <translation>拆分…</translation>
    </message>
    <message>
        <source>Tile with the loop inside by {argument}</source>
        <translation>与内层循环分块，{argument}</translation>
    </message>
    <message>
        <source>there is no loop inside it to tile it with</source>
        <translation>其内没有可一起分块的循环</translation>
    </message>
    <message>
        <source>Fuse with the loop inside</source>
        <translation>与内层循环融合</translation>
    </message>
    <message>
        <source>there is no loop inside it to fuse it with</source>
        <translation>其内没有可融合的循环</translation>
    </message>
    <message>
        <source>{loop} of {stage}</source>
        <translation>{stage} 的 {loop}</translation>
    </message>
    <message>
        <source>Inline</source>
        <translation>内联</translation>
    </message>
    <message>
        <source>it is inlined already</source>
        <translation>已内联</translation>
    </message>
    <message>
        <source>Compute at root</source>
        <translation>在根处计算 (compute_root)</translation>
    </message>
    <message>
        <source>it is computed at root already</source>
        <translation>已在根处计算</translation>
    </message>
    <message>
        <source>Vectorize</source>
        <translation>向量化</translation>
    </message>
    <message>
        <source>Unroll</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Parallel</source>
        <translation>并行</translation>
    </message>
    <message>
        <source>{argument}</source>
        <translation>{argument}</translation>
    </message>
    <message>
        <source>Pragma {argument}</source>
        <translation>Pragma {argument}</translation>
    </message>
    <message>
        <source>Align the storage to 32</source>
        <translation>存储按 32 对齐</translation>
    </message>
    <message>
        <source>{stage}</source>
        <translation>{stage}</translation>
    </message>
    <message>
        <source>Double-buffer</source>
        <translation>双缓冲</translation>
    </message>
    <message>
        <source>Keep rows from one iteration to the next</source>
        <translation>在迭代之间保留行</translation>
    </message>
    <message>
        <source>Keep it in {argument}</source>
        <translation>保存在 {argument}</translation>
    </message>
    <message>
        <source>Store only at its first iteration</source>
        <translation>仅在首次迭代存储</translation>
    </message>
    <message>
        <source>only a loop bound to a thread can say which thread stores</source>
        <translation>只有绑定到线程的循环才能指定由哪个线程存储</translation>
    </message>
    <message>
        <source>Blocks of {argument} of the last dimension</source>
        <translation>最后一维按 {argument} 分块</translation>
    </message>
    <message>
        <source>{stage}, {argument}</source>
        <translation>{stage}，{argument}</translation>
    </message>
    <message>
        <source>Write through a {argument} cache</source>
        <translation>经 {argument} 缓存写入</translation>
    </message>
    <message>
        <source>Factor the reduction (rfactor)</source>
        <translation>分解归约 (rfactor)</translation>
    </message>
    <message>
        <source>only a loop of a reduction can be factored out of it</source>
        <translation>只有归约循环才能从中分解出来</translation>
    </message>
    <message>
        <source>With {stage}</source>
        <translation>与 {stage}</translation>
    </message>
    <message>
        <source>{argument} at {loop} of {stage}</source>
        <translation>{argument}，位于 {stage} 的 {loop}</translation>
    </message>
    <message>
        <source>it belongs to no group that has a name</source>
        <translation>它不属于任何具名的组</translation>
    </message>
</context>
<context>
    <name>MeasureOn</name>
    <message>
        <source>%1 on targets</source>
        <translation>%1 在各目标上</translation>
    </message>
</context>
<context>
    <name>Model</name>
    <message>
        <source>&apos;{0}&apos; has no kernel: {1}</source>
        <translation>&apos;{0}&apos; 没有内核：{1}</translation>
    </message>
    <message>
        <source>&apos;if&apos; has no kernel: it chooses a branch when the network runs; the operators of its branches have kernels</source>
        <translation>&apos;if&apos; 没有内核：它在网络运行时选择分支；其分支的算子有内核</translation>
    </message>
    <message>
        <source>&apos;match&apos; has no kernel: it chooses a clause when the network runs</source>
        <translation>&apos;match&apos; 没有内核：它在网络运行时选择子句</translation>
    </message>
    <message>
        <source>it has no computation in tensor expressions</source>
        <translation>没有以张量表达式定义的计算</translation>
    </message>
    <message>
        <source>it divides integers by a constant that is zero</source>
        <translation>它以值为零的常量除整数</translation>
    </message>
    <message>
        <source>no kernel computes with strings</source>
        <translation>内核不能计算字符串</translation>
    </message>
</context>
<context>
    <name>NameSearch</name>
    <message>
        <source>Group %1: edit the kernel of %2</source>
        <translation>组 %1：编辑 %2 的内核</translation>
    </message>
</context>
<context>
    <name>Problems</name>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>axis %1</source>
        <translation>轴 %1</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>字节 %1</translation>
    </message>
    <message>
        <source>Because</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>This would be possible</source>
        <translation>可行的做法</translation>
    </message>
</context>
<context>
    <name>Prose</name>
    <message>
        <source>only axis</source>
        <translation>唯一的轴</translation>
    </message>
    <message>
        <source>last axis</source>
        <translation>最后一个轴</translation>
    </message>
    <message>
        <source>first axis</source>
        <translation>第一个轴</translation>
    </message>
    <message>
        <source>axis number {0}</source>
        <translation>第 {0} 个轴</translation>
    </message>
    <message>
        <source>This step was refused; the schedule goes on without it.</source>
        <translation>此步骤被拒绝；调度跳过它继续。</translation>
    </message>
    <message>
        <source>some</source>
        <translation>若干</translation>
    </message>
    <message>
        <source>A later step takes the place of this {0}.</source>
        <translation>之后的步骤取代了此 {0}。</translation>
    </message>
    <message>
        <source>A later step gives {0} another place.</source>
        <translation>之后的步骤为 {0} 指定了另一处位置。</translation>
    </message>
    <message>
        <source>them</source>
        <translation>它们</translation>
    </message>
    <message>
        <source>a loop</source>
        <translation>一个循环</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>the group</source>
        <translation>该组</translation>
    </message>
    <message>
        <source>A later step gives {0} another layout.</source>
        <translation>之后的步骤为 {0} 指定了另一种布局。</translation>
    </message>
    <message>
        <source>{0} is an argument of the kernel and keeps its layout.</source>
        <translation>{0} 是内核的参数，保持其布局。</translation>
    </message>
    <message>
        <source>The loops of {0} run over {1} in place of {2}; it is stored as the caller expects it.</source>
        <translation>{0} 的循环遍历 {1} 而非 {2}；其存储方式仍符合调用者的预期。</translation>
    </message>
    <message>
        <source>{0}×{1}</source>
        <translation>{0}×{1}</translation>
    </message>
    <message>
        <source>a piece of {0} elements</source>
        <translation>{0} 个元素的块</translation>
    </message>
    <message>
        <source>one element ({0})</source>
        <translation>一个元素 ({0})</translation>
    </message>
    <message>
        <source>a piece of {0} elements ({1})</source>
        <translation>{0} 个元素的块 ({1})</translation>
    </message>
    <message>
        <source>{parent} of {stage} is cut in two: {made0+} around {made1+}.</source>
        <translation>{stage} 的 {parent} 一分为二：{made0+} 在外，{made1+} 在内。</translation>
    </message>
    <message>
        <source>{x_parent} of {stage} is cut in two: {made0+} around {made2+}. {y_parent} of {stage} is cut in two: {made1+} around {made3+}.</source>
        <translation>{stage} 的 {x_parent} 一分为二：{made0+} 在外，{made2+} 在内。{stage} 的 {y_parent} 一分为二：{made1+} 在外，{made3+} 在内。</translation>
    </message>
    <message>
        <source>{axes} of {stage} become one loop, {made0+}.</source>
        <translation>{stage} 的 {axes} 合为一个循环 {made0+}。</translation>
    </message>
    <message>
        <source>The loops {axes} of {stage} now run in this order, outermost first.</source>
        <translation>{stage} 的循环 {axes} 现按此顺序运行，最外层在前。</translation>
    </message>
    <message>
        <source>{stage} is computed inside of {scope} of {parent}, {piece} at a time.</source>
        <translation>{stage} 在 {parent} 的 {scope} 内计算，每次{piece}。</translation>
    </message>
    <message>
        <source>{stage} is computed where it is read, and has no memory of its own.</source>
        <translation>{stage} 在读取处计算，没有自己的内存。</translation>
    </message>
    <message>
        <source>{stage} is computed whole before its readers begin.</source>
        <translation>{stage} 在其读取者开始之前全部计算完成。</translation>
    </message>
    <message>
        <source>{var} becomes vector instructions over {var#} elements of {stage}.</source>
        <translation>{var} 变为处理 {stage} 的 {var#} 个元素的向量指令。</translation>
    </message>
    <message>
        <source>The {var#} iterations of {var} are written out one after the other.</source>
        <translation>{var} 的 {var#} 次迭代依次展开。</translation>
    </message>
    <message>
        <source>The {var#} iterations of {var} are shared among all cores.</source>
        <translation>{var} 的 {var#} 次迭代分配到所有核上。</translation>
    </message>
    <message>
        <source>{ivar} of {stage} becomes a dimension of the thread grid: {thread_ivar}.</source>
        <translation>{stage} 的 {ivar} 成为线程网格的一个维度：{thread_ivar}。</translation>
    </message>
    <message>
        <source>Threads run all of the scan {stage}: {threads}. Stages inside of it bind loops to them.</source>
        <translation>线程运行整个扫描 {stage}：{threads}。其中的阶段将循环绑定到这些线程。</translation>
    </message>
    <message>
        <source>A hint for code generation at {var} of {stage}: {pragma_type}{pragma_value? = {pragma_value}}.</source>
        <translation>给代码生成的提示，位于 {stage} 的 {var}：{pragma_type}{pragma_value? = {pragma_value}}。</translation>
    </message>
    <message>
        <source>The loops of {stage} from {var} inwards become one hardware instruction: {tensor_intrin}.</source>
        <translation>{stage} 从 {var} 向内的循环变为一条硬件指令：{tensor_intrin}。</translation>
    </message>
    <message>
        <source>In the memory of {stage} a step of {axis} is made a multiple of {factor} elements{offset? and {offset} more}.</source>
        <translation>在 {stage} 的内存中，{axis} 的步长为 {factor} 个元素的倍数{offset?再加 {offset} 个}。</translation>
    </message>
    <message>
        <source>While {var} of {stage} runs, what {offset} iterations later read of {tensor} is fetched.</source>
        <translation>在 {stage} 的 {var} 运行时，预取 {offset} 次迭代之后要从 {tensor} 读取的数据。</translation>
    </message>
    <message>
        <source>{stage} has two copies: one is filled while the other is read.</source>
        <translation>{stage} 有两份副本：一份填充时读取另一份。</translation>
    </message>
    <message>
        <source>{stage} keeps what its next piece needs again.</source>
        <translation>{stage} 保留下一块会再次用到的内容。</translation>
    </message>
    <message>
        <source>{stage} lives in {scope} memory.</source>
        <translation>{stage} 存放在 {scope} 内存中。</translation>
    </message>
    <message>
        <source>Of the threads that share the reduction of {stage}, those store it for which {predicate} holds.</source>
        <translation>在共享 {stage} 归约的线程中，由满足 {predicate} 的线程存储结果。</translation>
    </message>
    <message>
        <source>The element [{from}] of {stage} is stored at [{to}], and its loops run in that order.</source>
        <translation>{stage} 的元素 [{from}] 存储于 [{to}]，其循环按此顺序运行。</translation>
    </message>
    <message>
        <source>{readers} reads a copy of {tensor} in {scope} memory.</source>
        <translation>{readers} 读取 {tensor} 在 {scope} 内存中的副本。</translation>
    </message>
    <message>
        <source>{tensor} is computed in {scope} memory of its own first, and stored from there.</source>
        <translation>{tensor} 先在自己的 {scope} 内存中计算，再从那里存储。</translation>
    </message>
    <message>
        <source>{tensor} adds up partial results, one for each iteration of {axis}, which is the {place} of {made0}.</source>
        <translation>{tensor} 累加部分结果，{axis} 的每次迭代一个；该轴是 {made0} 的{place}。</translation>
    </message>
    <message>
        <source>The stages between {inputs} and {outputs} are a group, {made0}, which is computed in one place.</source>
        <translation>{inputs} 与 {outputs} 之间的各阶段成为组 {made0}，在同一处计算。</translation>
    </message>
    <message>
        <source>The stages of {stage} are computed inside of {scope} of {parent}.</source>
        <translation>{stage} 的各阶段在 {parent} 的 {scope} 内计算。</translation>
    </message>
    <message>
        <source>Block {block} writes nothing{data?: for each {data}}{reduce?, over {reduce}}{other?, with opaque axes {other}}{predicate?, where {predicate}}.</source>
        <translation>块 {block} 不写入任何内容{data?：对每个 {data}}{reduce?，沿 {reduce} 归约}{other?，含不透明轴 {other}}{predicate?，条件为 {predicate}}。</translation>
    </message>
    <message>
        <source>Block {block} writes {written}{data?: for each {data}}{reduce?, over {reduce}}{other?, with opaque axes {other}}{predicate?, where {predicate}}.</source>
        <translation>块 {block} 写入 {written}{data?：对每个 {data}}{reduce?，沿 {reduce} 归约}{other?，含不透明轴 {other}}{predicate?，条件为 {predicate}}。</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>%1 already exists.
Do you want to replace it?</source>
        <translation>%1 已存在。
要替换它吗？</translation>
    </message>
</context>
<context>
    <name>Script</name>
    <message>
        <source>Two loops in place of one; nparts=… fixes the outer one</source>
        <translation>一个循环变为两个；nparts=… 确定外层</translation>
    </message>
    <message>
        <source>Splits two loops and puts both inner ones inside</source>
        <translation>拆分两个循环，并将两个内层循环置于内侧</translation>
    </message>
    <message>
        <source>One loop in place of neighbours</source>
        <translation>将相邻循环合为一个</translation>
    </message>
    <message>
        <source>These loops in this order, outermost first</source>
        <translation>按此顺序排列这些循环，最外层在前</translation>
    </message>
    <message>
        <source>Computes P where C needs it, once for each run of that loop of C</source>
        <translation>在 C 需要之处计算 P，C 的该循环每运行一次计算一次</translation>
    </message>
    <message>
        <source>Computes P inside its readers, with no memory of its own</source>
        <translation>在读取者内部计算 P，不占用自己的内存</translation>
    </message>
    <message>
        <source>Computes all of P before its readers begin</source>
        <translation>在读取者开始之前计算整个 P</translation>
    </message>
    <message>
        <source>The loop becomes vector instructions</source>
        <translation>循环变为向量指令</translation>
    </message>
    <message>
        <source>The loop&apos;s body is written out for each iteration</source>
        <translation>循环体按每次迭代展开</translation>
    </message>
    <message>
        <source>Iterations run on all cores</source>
        <translation>迭代在所有核上运行</translation>
    </message>
    <message>
        <source>The loop becomes a dimension of the thread grid</source>
        <translation>循环成为线程网格的一个维度</translation>
    </message>
    <message>
        <source>Threads that each run the whole scan S; its updates bind loops to them</source>
        <translation>每个线程运行整个扫描 S；其更新将循环绑定到这些线程</translation>
    </message>
    <message>
        <source>A hint for code generation</source>
        <translation>给代码生成的提示</translation>
    </message>
    <message>
        <source>The loops from here inwards become one hardware instruction</source>
        <translation>从此处向内的循环变为一条硬件指令</translation>
    </message>
    <message>
        <source>Pads the memory of C so that rows begin at aligned places</source>
        <translation>填充 C 的内存，使各行从对齐的位置开始</translation>
    </message>
    <message>
        <source>Brings into the cache what a later iteration reads</source>
        <translation>将后续迭代要读取的数据载入缓存</translation>
    </message>
    <message>
        <source>Two copies in memory: one is filled while the other is used</source>
        <translation>内存中有两份副本：一份填充时使用另一份</translation>
    </message>
    <message>
        <source>Keeps the rows of P that the next iteration reads again, in a ring</source>
        <translation>将下一次迭代会再次读取的 P 的行保存在环形缓冲区</translation>
    </message>
    <message>
        <source>Which memory holds C</source>
        <translation>C 存放在哪种内存</translation>
    </message>
    <message>
        <source>Which of the threads that share a reduction stores it</source>
        <translation>共享归约的线程中由哪一个存储结果</translation>
    </message>
    <message>
        <source>Where each element of C is stored; its loops follow</source>
        <translation>C 的各元素存储于何处；其循环随之改变</translation>
    </message>
    <message>
        <source>C reads a copy of A</source>
        <translation>C 读取 A 的副本</translation>
    </message>
    <message>
        <source>C is computed in a copy, which is then stored</source>
        <translation>C 先在副本中计算，然后存储</translation>
    </message>
    <message>
        <source>Partial sums over this axis, added up in a second stage; factor_axis: which of their axes it becomes, the first unless given</source>
        <translation>沿此轴的部分和，在第二个阶段中相加；factor_axis：成为其第几个轴，默认第一个</translation>
    </message>
    <message>
        <source>The stages between inputs and outputs, to be computed in one place</source>
        <translation>输入与输出之间的各阶段，在同一处计算</translation>
    </message>
    <message>
        <source>Computes all stages of the group at that loop of C</source>
        <translation>在 C 的该循环处计算组的所有阶段</translation>
    </message>
</context>
<context>
    <name>Sentence</name>
    <message>
        <source>{0} {1}</source>
        <translation>{0}{1}</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} 和 {1}</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}、{1}</translation>
    </message>
</context>
<context>
    <name>Step</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>{0}, then {1}</source>
        <translation>{0}，然后 {1}</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>第 {0} 行</translation>
    </message>
    <message>
        <source>lines {0}</source>
        <translation>第 {0} 行</translation>
    </message>
    <message>
        <source>take `{0}` away, line {1}</source>
        <translation>移除 `{0}`，第 {1} 行</translation>
    </message>
    <message>
        <source>take `{0}` away, line {1}, with {2}</source>
        <translation>移除 `{0}`，第 {1} 行，连同{2}</translation>
    </message>
    <message>
        <source>{0} without {1}</source>
        <translation>{0} 不再 {1}</translation>
    </message>
    <message>
        <source>without {0}</source>
        <translation>移除 {0}</translation>
    </message>
    <message>
        <source>split {parent}{factor? by {factor}}{nparts? into {nparts} parts}</source>
        <translation>拆分 {parent}{factor?，因子 {factor}}{nparts?，为 {nparts} 份}</translation>
    </message>
    <message>
        <source>tile {x_parent}, {y_parent} by {x_factor} × {y_factor}</source>
        <translation>将 {x_parent}、{y_parent} 按 {x_factor} × {y_factor} 分块</translation>
    </message>
    <message>
        <source>fuse {axes}</source>
        <translation>融合 {axes}</translation>
    </message>
    <message>
        <source>reorder {axes}</source>
        <translation>重排 {axes}</translation>
    </message>
    <message>
        <source>compute {stage} at {scope}</source>
        <translation>在 {scope} 处计算 {stage}</translation>
    </message>
    <message>
        <source>inline {stage}</source>
        <translation>内联 {stage}</translation>
    </message>
    <message>
        <source>compute {stage} at root</source>
        <translation>在根处计算 {stage}</translation>
    </message>
    <message>
        <source>vectorize {var}</source>
        <translation>向量化 {var}</translation>
    </message>
    <message>
        <source>unroll {var}</source>
        <translation>展开 {var}</translation>
    </message>
    <message>
        <source>parallel {var}</source>
        <translation>并行 {var}</translation>
    </message>
    <message>
        <source>bind {ivar} to {thread_ivar}</source>
        <translation>将 {ivar} 绑定到 {thread_ivar}</translation>
    </message>
    <message>
        <source>run {stage} on {threads}</source>
        <translation>在 {threads} 上运行 {stage}</translation>
    </message>
    <message>
        <source>pragma {pragma_type} on {var}</source>
        <translation>对 {var} 使用 Pragma {pragma_type}</translation>
    </message>
    <message>
        <source>tensorize {var} with {tensor_intrin}</source>
        <translation>以 {tensor_intrin} 对 {var} 进行 Tensorize</translation>
    </message>
    <message>
        <source>align {axis} to {factor}</source>
        <translation>将 {axis} 按 {factor} 对齐</translation>
    </message>
    <message>
        <source>prefetch {tensor} at {var}</source>
        <translation>在 {var} 处预取 {tensor}</translation>
    </message>
    <message>
        <source>double-buffer {stage}</source>
        <translation>对 {stage} 双缓冲</translation>
    </message>
    <message>
        <source>keep rows of {stage} from one iteration to the next</source>
        <translation>在迭代之间保留 {stage} 的行</translation>
    </message>
    <message>
        <source>keep {stage} in {scope}</source>
        <translation>将 {stage} 保存在 {scope}</translation>
    </message>
    <message>
        <source>store {stage} where {predicate}</source>
        <translation>在 {predicate} 时存储 {stage}</translation>
    </message>
    <message>
        <source>store {stage} {mapping_function}</source>
        <translation>存储 {stage}：{mapping_function}</translation>
    </message>
    <message>
        <source>cache {tensor} in {scope}</source>
        <translation>将 {tensor} 缓存到 {scope}</translation>
    </message>
    <message>
        <source>write {tensor} through {scope}</source>
        <translation>经 {scope} 写入 {tensor}</translation>
    </message>
    <message>
        <source>rfactor {tensor} over {axis}</source>
        <translation>沿 {axis} 对 {tensor} 进行 rfactor</translation>
    </message>
    <message>
        <source>group {inputs} with {outputs}</source>
        <translation>将 {inputs} 与 {outputs} 成组</translation>
    </message>
    <message>
        <source>{0} is {1}</source>
        <translation>{0} 等于 {1}</translation>
    </message>
    <message>
        <source>with {0}, {1} exchanged</source>
        <translation>交换 {0}、{1}</translation>
    </message>
    <message>
        <source>in blocks of {0} of {1}</source>
        <translation>按 {1} 的 {0} 分块</translation>
    </message>
    <message>
        <source>at [{0}]</source>
        <translation>于 [{0}]</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>What %1 means</source>
        <translation>%1 的含义</translation>
    </message>
</context>
<context>
    <name>nw::views::ActiveTarget</name>
    <message>
        <source>described only: it is known by its facts, nothing runs there</source>
        <translation>仅有描述：只知其参数，无法在其上运行</translation>
    </message>
</context>
<context>
    <name>nw::views::AddTargetDialog</name>
    <message numerus="yes">
        <source>It answers: %1, %n unit(s), %2</source>
        <translation>
            <numerusform>已应答：%1，%n 个单元，%2</numerusform>
        </translation>
    </message>
    <message>
        <source>because %1</source>
        <translation>因为 %1</translation>
    </message>
    <message>
        <source>possible: %1</source>
        <translation>可行：%1</translation>
    </message>
    <message>
        <source>Add a target</source>
        <translation>添加目标</translation>
    </message>
    <message>
        <source>Probing was stopped</source>
        <translation>探测已停止</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>what you call it: lab1</source>
        <translation>自定义名称：lab1</translation>
    </message>
    <message>
        <source>Emulated device (qemu)</source>
        <translation>仿真设备 (qemu)</translation>
    </message>
    <message>
        <source>Another machine (ssh)</source>
        <translation>另一台机器 (ssh)</translation>
    </message>
    <message>
        <source>A command that starts a runner</source>
        <translation>启动运行器的命令</translation>
    </message>
    <message>
        <source>Carrier</source>
        <translation>连接方式</translation>
    </message>
    <message>
        <source>Emulated device</source>
        <translation>仿真设备</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>[USER@]HOST, as ssh takes it</source>
        <translation>[USER@]HOST，与 ssh 相同</translation>
    </message>
    <message>
        <source>Options of ssh</source>
        <translation>ssh 选项</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Runner there</source>
        <translation>对端运行器</translation>
    </message>
    <message>
        <source>its path; empty: ours</source>
        <translation>其路径；留空则用自带的</translation>
    </message>
    <message>
        <source>Plugin and device</source>
        <translation>插件与设备</translation>
    </message>
    <message>
        <source>PLUGIN[:DEVICE]; empty: cpu</source>
        <translation>PLUGIN[:DEVICE]；留空：cpu</translation>
    </message>
    <message>
        <source>What is missing, or what the device says</source>
        <translation>缺少的内容，或设备的应答</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>探测</translation>
    </message>
    <message>
        <source>Connects to it and asks what it is</source>
        <translation>建立连接并查询设备信息</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Writes it into your list of targets; nothing is connected</source>
        <translation>写入您的目标列表；不建立连接</translation>
    </message>
    <message>
        <source>It needs a name.</source>
        <translation>需要名称。</translation>
    </message>
    <message>
        <source>There is a target “%1” already.</source>
        <translation>已存在目标“%1”。</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Probing %1</source>
        <translation>正在探测 %1</translation>
    </message>
    <message>
        <source>adding %1</source>
        <translation>添加 %1</translation>
    </message>
</context>
<context>
    <name>nw::views::AssemblyPage</name>
    <message>
        <source>Previous hot spot</source>
        <translation>上一个热点</translation>
    </message>
    <message>
        <source>Next hot spot</source>
        <translation>下一个热点</translation>
    </message>
    <message>
        <source>What the code consists of</source>
        <translation>代码的构成</translation>
    </message>
    <message>
        <source>Hot spot that is shown</source>
        <translation>当前显示的热点</translation>
    </message>
    <message>
        <source>AT&amp;&amp;T</source>
        <translation>AT&amp;&amp;T</translation>
    </message>
    <message>
        <source>Intel</source>
        <translation>Intel</translation>
    </message>
    <message>
        <source>Syntax of the assembly</source>
        <translation>汇编语法</translation>
    </message>
    <message>
        <source>The order of operands: the result last (AT&amp;T) or first (Intel)</source>
        <translation>操作数顺序：结果在后 (AT&amp;T) 或在前 (Intel)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Run the kernel to know where its time goes</source>
        <translation>运行内核以了解时间花在何处</translation>
    </message>
    <message numerus="yes">
        <source>%n hot spot(s)</source>
        <translation>
            <numerusform>%n 个热点</numerusform>
        </translation>
    </message>
    <message>
        <source>hot spot %1 of %2</source>
        <translation>热点 %1 / %2</translation>
    </message>
</context>
<context>
    <name>nw::views::AssemblyPair</name>
    <message>
        <source>Target of the code on the left</source>
        <translation>左侧代码的目标</translation>
    </message>
    <message>
        <source>Target of the code on the right</source>
        <translation>右侧代码的目标</translation>
    </message>
    <message>
        <source>Whose code is shown here</source>
        <translation>此处显示哪个目标的代码</translation>
    </message>
    <message>
        <source>Code on the left</source>
        <translation>左侧代码</translation>
    </message>
    <message>
        <source>Code on the right</source>
        <translation>右侧代码</translation>
    </message>
</context>
<context>
    <name>nw::views::AssemblyView</name>
    <message numerus="yes">
        <source># %n line(s) of constants</source>
        <translation>
            <numerusform># %n 行常量</numerusform>
        </translation>
    </message>
    <message>
        <source>Assembly</source>
        <translation>汇编</translation>
    </message>
    <message>
        <source>%1 of the time: %2 of %3 samples, at all that this line of the nest computes.</source>
        <translation>占 %1 的时间：嵌套的这一行所计算的全部内容占 %3 个样本中的 %2 个。</translation>
    </message>
    <message>
        <source>%1 of the time: %2 of %3 samples. A processor that waits for memory stands at the instruction that needs what was loaded.</source>
        <translation>占 %1 的时间：%3 个样本中的 %2 个。等待内存的处理器会停在需要所加载数据的指令处。</translation>
    </message>
    <message numerus="yes">
        <source>%n spill(s) and reload(s)</source>
        <translation>
            <numerusform>%n 次溢出与重载 (spill)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n scalar operation(s) in vector loops</source>
        <translation>
            <numerusform>向量循环中有 %n 个标量运算</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n instruction(s)</source>
        <translation>
            <numerusform>%n 条指令</numerusform>
        </translation>
    </message>
    <message>
        <source>vectors of any length</source>
        <translation>任意长度的向量</translation>
    </message>
    <message>
        <source>vectors of %1 bits</source>
        <translation>%1 位向量</translation>
    </message>
    <message>
        <source>no vectors</source>
        <translation>无向量</translation>
    </message>
    <message>
        <source>%1 % of the arithmetic is FMA</source>
        <translation>FMA 占运算的 %1 %</translation>
    </message>
    <message>
        <source>no spills</source>
        <translation>无溢出 (spill)</translation>
    </message>
</context>
<context>
    <name>nw::views::BoundsModel</name>
    <message>
        <source>loop, %1</source>
        <translation>循环，%1</translation>
    </message>
    <message>
        <source>axis, %1</source>
        <translation>轴，%1</translation>
    </message>
    <message>
        <source>%1 of %2 (%3): %4 from %5</source>
        <translation>%1，属于 %2 (%3)：%4，起始于 %5</translation>
    </message>
    <message>
        <source>TVM calls it %1.</source>
        <translation>TVM 称之为 %1。</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Extent</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Because</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>as above</source>
        <translation>同上</translation>
    </message>
</context>
<context>
    <name>nw::views::BoundsPage</name>
    <message>
        <source>What the selected loop touches</source>
        <translation>所选循环访问的数据</translation>
    </message>
</context>
<context>
    <name>nw::views::BoundsView</name>
    <message>
        <source>Inferred bounds</source>
        <translation>推断的边界</translation>
    </message>
</context>
<context>
    <name>nw::views::BranchMeasuring</name>
    <message>
        <source>the first state</source>
        <translation>初始状态</translation>
    </message>
    <message>
        <source>Measuring %1 of %2: %3</source>
        <translation>正在测量 %1 / %2：%3</translation>
    </message>
    <message>
        <source>Measuring %1</source>
        <translation>正在测量 %1</translation>
    </message>
</context>
<context>
    <name>nw::views::CandidatesMenu</name>
    <message>
        <source>%1 — %2</source>
        <translation>%1 — %2</translation>
    </message>
</context>
<context>
    <name>nw::views::Canvas</name>
    <message>
        <source>Graph canvas</source>
        <translation>图画布</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; %2&lt;br&gt;gives %3</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; %2&lt;br&gt;输出 %3</translation>
    </message>
    <message>
        <source>&lt;br&gt;reads %1</source>
        <translation>&lt;br&gt;读取 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s), %1</source>
        <translation>
            <numerusform>%n 个值，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;&lt;br&gt;%2</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;&lt;br&gt;%2</translation>
    </message>
    <message>
        <source>&lt;br&gt;gives %1</source>
        <translation>&lt;br&gt;输出 %1</translation>
    </message>
    <message>
        <source>&lt;br&gt;Double-click to open</source>
        <translation>&lt;br&gt;双击打开</translation>
    </message>
    <message>
        <source>Arrow keys walk along the edges, E selects one; the outline lists the same nodes as text.</source>
        <translation>方向键沿边移动，E 键选中一条边；大纲以文字列出相同的节点。</translation>
    </message>
</context>
<context>
    <name>nw::views::ChangeBanner</name>
    <message>
        <source>Next change</source>
        <translation>下一处更改</translation>
    </message>
    <message>
        <source>Show the next group that changed; dashed is before, solid is after</source>
        <translation>显示下一个更改的组；虚线为之前，实线为之后</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Go on with the new groups; undo still takes them back</source>
        <translation>采用新的分组；仍可撤销</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Take the what-if back</source>
        <translation>撤回此假设</translation>
    </message>
    <message>
        <source>The rules come to the same groups with this change.</source>
        <translation>作此更改后，规则仍得出相同的分组。</translation>
    </message>
    <message>
        <source>%1 of %2: </source>
        <translation>%1 / %2： </translation>
    </message>
</context>
<context>
    <name>nw::views::CheckPage</name>
    <message>
        <source>Copy the results</source>
        <translation>复制结果</translation>
    </message>
    <message>
        <source>Conformance checks of the target</source>
        <translation>目标的一致性检查</translation>
    </message>
    <message>
        <source>Summary of the checks</source>
        <translation>检查摘要</translation>
    </message>
    <message>
        <source>Runs the conformance suite on this target: whether its plugin keeps to the interface. It takes minutes</source>
        <translation>在此目标上运行一致性测试，检查其插件是否遵守接口。需要数分钟</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Checking %1</source>
        <translation>正在检查 %1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Run the checks</source>
        <translation>运行检查</translation>
    </message>
    <message>
        <source>checking %1</source>
        <translation>检查 %1</translation>
    </message>
    <message>
        <source>%1 passed, %2 failed, %3 skipped</source>
        <translation>%1 项通过，%2 项失败，%3 项跳过</translation>
    </message>
</context>
<context>
    <name>nw::views::CheckResultsModel</name>
    <message>
        <source>passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>nw::views::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>What fits</source>
        <translation>匹配项</translation>
    </message>
    <message>
        <source>Search nodes, groups and commands</source>
        <translation>搜索节点、组和命令</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Nothing fits</source>
        <translation>无匹配项</translation>
    </message>
</context>
<context>
    <name>nw::views::CompareView</name>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>The difference before (Alt+Up)</source>
        <translation>上一处差异 (Alt+Up)</translation>
    </message>
    <message>
        <source>The next difference (Alt+Down)</source>
        <translation>下一处差异 (Alt+Down)</translation>
    </message>
    <message>
        <source>Graph before</source>
        <translation>之前的图</translation>
    </message>
    <message>
        <source>Graph after</source>
        <translation>之后的图</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Comparing %1 with %2</source>
        <translation>正在比较 %1 与 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what changed, operator</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>removed: %1</source>
        <translation>已删除：%1</translation>
    </message>
    <message>
        <source>added: %1</source>
        <translation>已添加：%1</translation>
    </message>
    <message>
        <source>Both have the same groups. Compared: the nodes of each.</source>
        <translation>两者的分组相同。已比较：每组的节点。</translation>
    </message>
    <message>
        <source>Both are equal. Compared: operators, attributes, types, values of constants, and what each node reads.</source>
        <translation>两者相同。已比较：算子、属性、类型、常量的值以及每个节点的输入。</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>side, its time</comment>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>nw::views::DefaultView</name>
    <message>
        <source>Use the default schedule</source>
        <translation>使用默认调度</translation>
    </message>
    <message>
        <source>Use the loops without a schedule</source>
        <translation>使用无调度的循环</translation>
    </message>
    <message>
        <source>The default schedule</source>
        <translation>默认调度</translation>
    </message>
    <message>
        <source>The schedule in the editor</source>
        <translation>编辑器中的调度</translation>
    </message>
    <message>
        <source>The schedules are being compared</source>
        <translation>正在比较调度</translation>
    </message>
    <message>
        <source>Steps: %1</source>
        <translation>步骤：%1</translation>
    </message>
    <message>
        <source>Times both schedules, the loops without one, and what is left without each step</source>
        <translation>测量两个调度、无调度的循环，以及去掉各个步骤后的结果</translation>
    </message>
    <message>
        <source>Puts it into the editor; Undo takes it back</source>
        <translation>放入编辑器；可撤销</translation>
    </message>
    <message>
        <source>Stop measuring</source>
        <translation>停止测量</translation>
    </message>
    <message>
        <source>Measure both</source>
        <translation>测量两者</translation>
    </message>
    <message>
        <source>A click or Enter goes to the step&apos;s line, where the script in the editor has it</source>
        <translation>单击或按 Enter 转到该步骤所在行（若编辑器中的脚本有此步骤）</translation>
    </message>
    <message>
        <source>A click or Enter goes to the step&apos;s line in the editor</source>
        <translation>单击或按 Enter 转到编辑器中该步骤所在行</translation>
    </message>
    <message>
        <source>Why the buttons are disabled</source>
        <translation>按钮被禁用的原因</translation>
    </message>
</context>
<context>
    <name>nw::views::DiffView</name>
    <message>
        <source>Compare the loop nest with</source>
        <translation>循环嵌套的比较对象</translation>
    </message>
    <message>
        <source>Changes of the loop nest</source>
        <translation>循环嵌套的更改</translation>
    </message>
    <message>
        <source>+ is new, - is gone, &gt; stands as before in other loops</source>
        <translation>+ 新增，- 删除，&gt; 内容不变但所在循环不同</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Both in a tab of their own, with their code and times</source>
        <translation>在单独的标签页中并排显示，含代码和时间</translation>
    </message>
    <message>
        <source>Against %1</source>
        <translation>对比 %1</translation>
    </message>
    <message>
        <source>The present nest</source>
        <translation>当前嵌套</translation>
    </message>
    <message>
        <source>Against the present nest</source>
        <translation>对比当前嵌套</translation>
    </message>
    <message>
        <source>Against the step before</source>
        <translation>对比前一步</translation>
    </message>
    <message>
        <source>What the loop nest is compared with: %1</source>
        <translation>循环嵌套的比较对象：%1</translation>
    </message>
    <message>
        <source>The loop nest that is compared, whose own lines have a +: %1</source>
        <translation>被比较的循环嵌套，其特有的行带 +：%1</translation>
    </message>
    <message>
        <source>The loop nest that is compared</source>
        <translation>被比较的循环嵌套</translation>
    </message>
    <message>
        <source>No step stands before this: it is the nest of the computation as it is written.</source>
        <translation>之前没有步骤：这是按原样书写的计算的循环嵌套。</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>正在比较</translation>
    </message>
    <message>
        <source>The loop nests are the same.</source>
        <translation>循环嵌套相同。</translation>
    </message>
    <message>
        <source>The loop nests are the same; the scripts differ:</source>
        <translation>循环嵌套相同；脚本不同：</translation>
    </message>
</context>
<context>
    <name>nw::views::DifferenceModel</name>
    <message>
        <source>%1 × %2</source>
        <comment>how often, what</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>what, where</comment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>nw::views::DocumentSession</name>
    <message>
        <source>dynamic dimensions</source>
        <translation>动态维度</translation>
    </message>
    <message>
        <source>Opening with other sizes</source>
        <translation>正在以其他尺寸打开</translation>
    </message>
    <message>
        <source>Opening with the pattern table</source>
        <translation>正在用模式表打开</translation>
    </message>
    <message>
        <source>The file could not be read again; the model stays as it is</source>
        <translation>无法重新读取文件；模型保持不变</translation>
    </message>
    <message>
        <source>Fusing</source>
        <translation>正在融合</translation>
    </message>
    <message>
        <source>Looking at the groups for another target</source>
        <translation>正在为另一目标计算分组</translation>
    </message>
    <message>
        <source>Asking why</source>
        <translation>正在分析原因</translation>
    </message>
    <message>
        <source>saved by another program</source>
        <translation>由其他程序保存</translation>
    </message>
    <message>
        <source>rules applied</source>
        <translation>规则已应用</translation>
    </message>
    <message>
        <source>rules not applied</source>
        <translation>规则未应用</translation>
    </message>
    <message>
        <source>recovered changes</source>
        <translation>已恢复的更改</translation>
    </message>
</context>
<context>
    <name>nw::views::DropPlace</name>
    <message>
        <source>Outside of all loops</source>
        <translation>所有循环之外</translation>
    </message>
    <message>
        <source>Drop here: %1</source>
        <translation>放置于此：%1</translation>
    </message>
</context>
<context>
    <name>nw::views::Explained</name>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>What the step does</source>
        <translation>此步骤的作用</translation>
    </message>
    <message>
        <source>The schedule in prose</source>
        <translation>调度的文字说明</translation>
    </message>
    <message>
        <source>No step shapes these loops yet: they run as the computation gives them. Next steps ranks what could be done</source>
        <translation>尚无步骤作用于这些循环：它们按计算原样执行。“后续步骤”按收益列出可行的操作</translation>
    </message>
</context>
<context>
    <name>nw::views::Face</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 operations, %2</source>
        <translation>%1 次运算，%2</translation>
    </message>
</context>
<context>
    <name>nw::views::FactorChips</name>
    <message>
        <source>Split factor</source>
        <translation>拆分因子</translation>
    </message>
    <message>
        <source>Split into this many parts</source>
        <translation>拆分为这么多份</translation>
    </message>
    <message>
        <source>Split by</source>
        <translation>拆分因子</translation>
    </message>
    <message>
        <source>Split an extent of %1 into this many parts</source>
        <translation>将范围 %1 拆分为这么多份</translation>
    </message>
    <message>
        <source>Split an extent of %1 by</source>
        <translation>按因子拆分范围 %1</translation>
    </message>
    <message>
        <source>%1 · vector</source>
        <translation>%1 · 向量</translation>
    </message>
    <message>
        <source>some</source>
        <translation>若干</translation>
    </message>
    <message>
        <source>%1 loops of %2</source>
        <translation>%1 个循环，每个 %2</translation>
    </message>
    <message>
        <source>leaves a tail of %1, guarded by a predicate</source>
        <translation>余下 %1，由谓词保护</translation>
    </message>
    <message>
        <source>factor %1</source>
        <translation>因子 %1</translation>
    </message>
    <message>
        <source>Nothing divides %1: a tail remains, guarded by a predicate</source>
        <translation>%1 无法整除：余下部分由谓词保护</translation>
    </message>
    <message>
        <source>A factor of your own</source>
        <translation>自定义因子</translation>
    </message>
    <message>
        <source>parts: </source>
        <translation>份数： </translation>
    </message>
    <message>
        <source>factor: </source>
        <translation>因子： </translation>
    </message>
    <message>
        <source>factor %1, fits %2</source>
        <translation>因子 %1，可放入 %2</translation>
    </message>
    <message>
        <source>this tile: %1 %2</source>
        <translation>此分块：%1 %2</translation>
    </message>
</context>
<context>
    <name>nw::views::FactsModel</name>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>nw::views::FindBar</name>
    <message>
        <source>Find in the graph</source>
        <translation>在图中查找</translation>
    </message>
    <message>
        <source>conv2d   op:nn.conv2d shape:[1,*,56,56]   a -&gt; b</source>
        <translation>conv2d   op:nn.conv2d shape:[1,*,56,56]   a -&gt; b</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Previous match (Shift+Enter)</source>
        <translation>上一个匹配 (Shift+Enter)</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>Next match (Enter)</source>
        <translation>下一个匹配 (Enter)</translation>
    </message>
    <message>
        <source>Close find</source>
        <translation>关闭查找</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>What could stand here</source>
        <translation>此处可填写的内容</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Wrong at letter %1: %2</source>
        <translation>第 %1 个字符有误：%2</translation>
    </message>
</context>
<context>
    <name>nw::views::Flame</name>
    <message>
        <source>%1 in %2</source>
        <comment>loop, extent</comment>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>%1 operations</source>
        <translation>%1 次运算</translation>
    </message>
    <message>
        <source>%1: %2, %3 %</source>
        <translation>%1：%2，%3 %</translation>
    </message>
    <message>
        <source>%1; %2 of it itself</source>
        <translation>%1；其中自身 %2</translation>
    </message>
</context>
<context>
    <name>nw::views::FlameView</name>
    <message>
        <source>Where the time goes</source>
        <translation>时间分布</translation>
    </message>
    <message>
        <source>Open and run its kernel to see its stages and loops.</source>
        <translation>打开并运行其内核以查看各阶段和循环。</translation>
    </message>
</context>
<context>
    <name>nw::views::FusionPlayback</name>
    <message>
        <source>Following the fusion algorithm</source>
        <translation>正在跟踪融合算法</translation>
    </message>
    <message>
        <source>Drawing a step</source>
        <translation>正在绘制步骤</translation>
    </message>
</context>
<context>
    <name>nw::views::GraphColours</name>
    <message>
        <source>Colouring the graph</source>
        <translation>正在为图着色</translation>
    </message>
    <message>
        <source>%1  %2, %3</source>
        <translation>%1  %2，%3</translation>
    </message>
</context>
<context>
    <name>nw::views::GraphFinder</name>
    <message>
        <source>Finding</source>
        <translation>正在查找</translation>
    </message>
    <message>
        <source>Run the network first: these groups have no times</source>
        <translation>请先运行网络：这些组没有时间</translation>
    </message>
</context>
<context>
    <name>nw::views::GraphMenu</name>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Enter it</source>
        <translation>进入</translation>
    </message>
    <message>
        <source>Edit this group&apos;s kernel</source>
        <translation>编辑此组的内核</translation>
    </message>
    <message>
        <source>Select the whole group</source>
        <translation>选择整个组</translation>
    </message>
    <message>
        <source>Copy the name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Close the scope around</source>
        <translation>关闭外层作用域</translation>
    </message>
    <message>
        <source>Go to its producer</source>
        <translation>转到生产者</translation>
    </message>
    <message>
        <source>Go to its consumer</source>
        <translation>转到消费者</translation>
    </message>
    <message>
        <source>Show the deciding step</source>
        <translation>显示决定性步骤</translation>
    </message>
    <message>
        <source>Enter this scope</source>
        <translation>进入此作用域</translation>
    </message>
    <message>
        <source>Close this scope</source>
        <translation>关闭此作用域</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Open all scopes</source>
        <translation>打开所有作用域</translation>
    </message>
    <message>
        <source>Close all scopes</source>
        <translation>关闭所有作用域</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Show only these</source>
        <translation>仅显示这些</translation>
    </message>
    <message>
        <source>Hide them</source>
        <translation>隐藏它们</translation>
    </message>
    <message>
        <source>Pattern from the selection</source>
        <translation>从所选内容生成模式</translation>
    </message>
    <message>
        <source>Add it to the pattern, as one more place</source>
        <translation>作为又一处添加到模式</translation>
    </message>
    <message>
        <source>Show only what is near it</source>
        <translation>仅显示其附近</translation>
    </message>
    <message>
        <source>Show only this</source>
        <translation>仅显示此项</translation>
    </message>
    <message>
        <source>Hide it</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Pin: keep it in sight</source>
        <translation>固定：始终显示</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>全部显示</translation>
    </message>
</context>
<context>
    <name>nw::views::GraphView</name>
    <message>
        <source>%1 is bookmarked: Go menu, Bookmarks</source>
        <translation>已为 %1 添加书签：“转到”菜单，书签</translation>
    </message>
    <message>
        <source>%1 is no longer bookmarked</source>
        <translation>已移除 %1 的书签</translation>
    </message>
    <message>
        <source>Laying out…</source>
        <translation>正在布局…</translation>
    </message>
    <message>
        <source>Laying out the graph</source>
        <translation>正在对图布局</translation>
    </message>
    <message>
        <source>Drawing the groups</source>
        <translation>正在绘制组</translation>
    </message>
    <message>
        <source>Selected: %1</source>
        <translation>已选中：%1</translation>
    </message>
    <message>
        <source>Selected: the edge from %1 to %2</source>
        <translation>已选中：从 %1 到 %2 的边</translation>
    </message>
    <message>
        <source>%1, fused</source>
        <translation>%1，已融合</translation>
    </message>
    <message>
        <source>%1, not fused</source>
        <translation>%1，未融合</translation>
    </message>
</context>
<context>
    <name>nw::views::HistogramPicture</name>
    <message>
        <source>How the elements are distributed</source>
        <translation>元素的分布</translation>
    </message>
    <message>
        <source>%1 elements from %2 to %3</source>
        <translation>%1 个元素，从 %2 到 %3</translation>
    </message>
</context>
<context>
    <name>nw::views::HistoryDelegate</name>
    <message>
        <source>A name for this state</source>
        <translation>此状态的名称</translation>
    </message>
    <message>
        <source>Name of the state</source>
        <translation>状态名称</translation>
    </message>
</context>
<context>
    <name>nw::views::HistoryFilter</name>
    <message>
        <source>Times of</source>
        <translation>时间来源</translation>
    </message>
    <message>
        <source>Whose times the history shows. Those of different targets are not compared with each other</source>
        <translation>历史记录显示哪个目标的时间。不同目标的时间不相互比较</translation>
    </message>
    <message>
        <source>Times of every target</source>
        <translation>所有目标的时间</translation>
    </message>
    <message>
        <source>Times of %1</source>
        <translation>%1 的时间</translation>
    </message>
</context>
<context>
    <name>nw::views::HistoryModel</name>
    <message>
        <source>%1 emulated</source>
        <translation>%1（仿真）</translation>
    </message>
    <message>
        <source>unknown machine</source>
        <translation>未知机器</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n thread(s)</source>
        <translation>
            <numerusform>%1，%n 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · group %2</source>
        <translation>%1 · 组 %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>does not compile</source>
        <translation>无法编译</translation>
    </message>
    <message>
        <source>did not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>measuring…</source>
        <translation>正在测量…</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>%1, named %2</source>
        <translation>%1，名为 %2</translation>
    </message>
    <message>
        <source>In executed instructions: an emulator&apos;s times say nothing of the device&apos;s</source>
        <translation>以执行的指令数计：仿真器的时间不反映设备的时间</translation>
    </message>
    <message>
        <source>Measured also on other targets:
%1</source>
        <translation>也在其他目标上测量过：
%1</translation>
    </message>
    <message>
        <source>Measured on another machine than the active target (%1): it is not compared with times of that</source>
        <translation>在当前目标 (%1) 以外的机器上测量：不与其时间比较</translation>
    </message>
    <message>
        <source>Measured with %1</source>
        <translation>测量条件：%1</translation>
    </message>
    <message>
        <source>The two times waver by about as much as they differ: measure again to know</source>
        <translation>两个时间的波动与其差异相当：请重新测量以确认</translation>
    </message>
    <message>
        <source>Slower than the state before it, which Enter goes back to</source>
        <translation>比前一状态慢；按 Enter 返回前一状态</translation>
    </message>
    <message>
        <source>The states after it are compared with this one</source>
        <translation>之后的状态与此状态比较</translation>
    </message>
    <message>
        <source>Against “%1”. %2</source>
        <translation>对比“%1”。%2</translation>
    </message>
    <message>
        <source>Against “%1”: the two times waver by about as much as they differ</source>
        <translation>对比“%1”：两个时间的波动与其差异相当</translation>
    </message>
    <message>
        <source>Slower than “%1”</source>
        <translation>比“%1”慢</translation>
    </message>
    <message>
        <source>Against “%1”</source>
        <translation>对比“%1”</translation>
    </message>
    <message>
        <source>Against the first measured state on the way to each</source>
        <translation>对比各路径上第一个测量过的状态</translation>
    </message>
    <message>
        <source>Against the first measured state on the way to each: “%1”</source>
        <translation>对比各路径上第一个测量过的状态：“%1”</translation>
    </message>
    <message>
        <source>”, “</source>
        <translation>”、“</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>累计</translation>
    </message>
    <message>
        <source>Noisy: the median is %1 % over the fastest run; measure again</source>
        <translation>有噪声：中位数比最快一次慢 %1 %；请重新测量</translation>
    </message>
    <message>
        <source>%1 · noisy</source>
        <translation>%1 · 有噪声</translation>
    </message>
</context>
<context>
    <name>nw::views::HistoryPanel</name>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Every state of this document. Enter or a double-click goes there, F2 names it, Shift+Enter compares it with the present one, or two that are selected with each other.</source>
        <translation>此文档的所有状态。Enter 或双击转到该状态，F2 命名，Shift+Enter 与当前状态比较，或比较所选的两个状态。</translation>
    </message>
    <message>
        <source>Go to this state</source>
        <translation>转到此状态</translation>
    </message>
    <message>
        <source>Name this state…</source>
        <translation>命名此状态…</translation>
    </message>
    <message>
        <source>Rename %1…</source>
        <translation>重命名 %1…</translation>
    </message>
    <message>
        <source>Take the name %1 away</source>
        <translation>移除名称 %1</translation>
    </message>
    <message>
        <source>Compare with the present state</source>
        <translation>与当前状态比较</translation>
    </message>
    <message>
        <source>Compare the two that are selected</source>
        <translation>比较所选的两个状态</translation>
    </message>
    <message>
        <source>Compare side by side</source>
        <translation>并排比较</translation>
    </message>
    <message>
        <source>Drawing the history</source>
        <translation>正在绘制历史</translation>
    </message>
    <message>
        <source>&amp;Times of</source>
        <translation>时间来源(&amp;T)</translation>
    </message>
    <message>
        <source>Every target</source>
        <translation>所有目标</translation>
    </message>
</context>
<context>
    <name>nw::views::ImagePicture</name>
    <message>
        <source>The tensor as an image</source>
        <translation>以图像显示张量</translation>
    </message>
</context>
<context>
    <name>nw::views::Inspector</name>
    <message>
        <source>Edit its kernel</source>
        <translation>编辑其内核</translation>
    </message>
    <message>
        <source>operator in the file</source>
        <translation>文件中的算子</translation>
    </message>
    <message>
        <source>domain, opset</source>
        <translation>域，opset</translation>
    </message>
    <message>
        <source>Where it came from</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>name in the file</source>
        <translation>文件中的名称</translation>
    </message>
    <message>
        <source>scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>line %1, column %2</source>
        <translation>第 %1 行，第 %2 列</translation>
    </message>
    <message>
        <source>made by</source>
        <translation>生成者</translation>
    </message>
    <message>
        <source>Why it is fused</source>
        <translation>为何被融合</translation>
    </message>
    <message>
        <source>Why it is not fused</source>
        <translation>为何未被融合</translation>
    </message>
    <message>
        <source>Why they are fused</source>
        <translation>为何被融合</translation>
    </message>
    <message>
        <source>Why they are not fused</source>
        <translation>为何未被融合</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>patterns</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>in the way</source>
        <translation>阻碍</translation>
    </message>
    <message>
        <source>uses meet at</source>
        <translation>使用汇合于</translation>
    </message>
    <message>
        <source>decided in phase</source>
        <translation>决定于阶段</translation>
    </message>
    <message>
        <source>last tried in phase</source>
        <translation>最后尝试于阶段</translation>
    </message>
    <message>
        <source>would fuse with</source>
        <translation>可融合的对象</translation>
    </message>
    <message>
        <source>Neighbours</source>
        <translation>相邻节点</translation>
    </message>
    <message>
        <source> (fused)</source>
        <translation> （已融合）</translation>
    </message>
    <message>
        <source> (not fused)</source>
        <translation> （未融合）</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>read by</source>
        <translation>被读取于</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>节点信息</translation>
    </message>
    <message>
        <source>gives</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>It is the anchor of its group: its schedule shapes the kernel.</source>
        <translation>它是所在组的锚点：其调度决定内核的结构。</translation>
    </message>
    <message>
        <source>Change how it fuses…</source>
        <translation>更改其融合方式…</translation>
    </message>
    <message>
        <source>What it costs</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>depends on sizes that have no value</source>
        <translation>取决于尚未赋值的尺寸</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>运算量</translation>
    </message>
    <message>
        <source>operations a byte</source>
        <translation>每字节运算量</translation>
    </message>
    <message>
        <source> and </source>
        <translation> 和 </translation>
    </message>
    <message>
        <source>two nodes</source>
        <translation>两个节点</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Change how this edge fuses…</source>
        <translation>更改此边的融合方式…</translation>
    </message>
    <message>
        <source>from</source>
        <translation>从</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Group %1</source>
        <translation>组 %1</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>anchor</source>
        <translation>锚点</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Why it ends where it ends</source>
        <translation>为何止于此处</translation>
    </message>
    <message>
        <source>What is inside</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>组数</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>producer</source>
        <translation>生成工具</translation>
    </message>
    <message>
        <source>opsets</source>
        <translation>opset</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>算子数</translation>
    </message>
    <message>
        <source>constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Show the deciding step</source>
        <translation>显示决定性步骤</translation>
    </message>
    <message>
        <source>%1, %2 of the model</source>
        <translation>%1，占模型的 %2</translation>
    </message>
</context>
<context>
    <name>nw::views::InspectorPanel</name>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>What-ifs in force</source>
        <translation>生效的假设</translation>
    </message>
    <message>
        <source>drop</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Names of sizes</source>
        <translation>尺寸名称</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading weights</source>
        <translation>正在读取权重</translation>
    </message>
    <message>
        <source>Describing what is selected</source>
        <translation>正在描述所选内容</translation>
    </message>
</context>
<context>
    <name>nw::views::Jobs</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1, %2 s left</source>
        <translation>%1，剩余 %2 s</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>&quot;compiling&quot;, &quot;12 of 57&quot;</comment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>nw::views::JobsPanel</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>%1: %2 ms</source>
        <translation>%1：%2 ms</translation>
    </message>
    <message>
        <source>%1: stopped after %2 ms</source>
        <translation>%1：%2 ms 后停止</translation>
    </message>
    <message>
        <source>%1: stopped after %2 ms, at %3</source>
        <translation>%1：%2 ms 后停止，位于 %3</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop: %1</source>
        <translation>停止：%1</translation>
    </message>
</context>
<context>
    <name>nw::views::KernelComparison</name>
    <message>
        <source>Measure both</source>
        <translation>测量两者</translation>
    </message>
    <message>
        <source>How the two differ</source>
        <translation>两者的差异</translation>
    </message>
    <message>
        <source>The difference before (Alt+Up)</source>
        <translation>上一处差异 (Alt+Up)</translation>
    </message>
    <message>
        <source>The next difference (Alt+Down)</source>
        <translation>下一处差异 (Alt+Down)</translation>
    </message>
    <message>
        <source>Version on the left</source>
        <translation>左侧版本</translation>
    </message>
    <message>
        <source>Version on the right</source>
        <translation>右侧版本</translation>
    </message>
    <message>
        <source>Target on the left</source>
        <translation>左侧目标</translation>
    </message>
    <message>
        <source>Target on the right</source>
        <translation>右侧目标</translation>
    </message>
    <message>
        <source>Time on the left</source>
        <translation>左侧时间</translation>
    </message>
    <message>
        <source>Time on the right</source>
        <translation>右侧时间</translation>
    </message>
    <message>
        <source>Code on the left, in numbers</source>
        <translation>左侧代码统计</translation>
    </message>
    <message>
        <source>Code on the right, in numbers</source>
        <translation>右侧代码统计</translation>
    </message>
    <message>
        <source>Loop nest on the left</source>
        <translation>左侧循环嵌套</translation>
    </message>
    <message>
        <source>Loop nest on the right</source>
        <translation>右侧循环嵌套</translation>
    </message>
    <message>
        <source>Assembly on the left</source>
        <translation>左侧汇编</translation>
    </message>
    <message>
        <source>Assembly on the right</source>
        <translation>右侧汇编</translation>
    </message>
    <message>
        <source>present: %1</source>
        <translation>当前：%1</translation>
    </message>
    <message>
        <source>the default schedule</source>
        <translation>默认调度</translation>
    </message>
    <message>
        <source>Comparing two versions of %1</source>
        <translation>正在比较 %1 的两个版本</translation>
    </message>
    <message>
        <source>this version does not lower to a loop nest</source>
        <translation>此版本无法降级为循环嵌套</translation>
    </message>
    <message>
        <source>No code: %1</source>
        <translation>无代码：%1</translation>
    </message>
    <message>
        <source>The loop nests are the same.</source>
        <translation>循环嵌套相同。</translation>
    </message>
    <message numerus="yes">
        <source>%n difference(s) of the loop nests.</source>
        <translation>
            <numerusform>循环嵌套有 %n 处差异。</numerusform>
        </translation>
    </message>
    <message>
        <source>The right one against the left: %1.</source>
        <translation>右侧对比左侧：%1。</translation>
    </message>
    <message>
        <source>not measured on %1</source>
        <translation>未在 %1 上测量</translation>
    </message>
    <message>
        <source>%1 ± %2 % on %3</source>
        <translation>%1 ± %2 %，在 %3 上</translation>
    </message>
    <message>
        <source>Differences of the two versions</source>
        <translation>两个版本的差异</translation>
    </message>
    <message numerus="yes">
        <source>The loop nests are the same; %n difference(s) of the scripts.</source>
        <translation>
            <numerusform>循环嵌套相同；脚本有 %n 处差异。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The loop nests are the same; %n difference(s) of the code.</source>
        <translation>
            <numerusform>循环嵌套相同；代码有 %n 处差异。</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop measuring</source>
        <translation>停止测量</translation>
    </message>
    <message>
        <source>Stops the run, and what waits behind it</source>
        <translation>停止此次运行及其后等待的运行</translation>
    </message>
    <message>
        <source>Run each that has no time yet on its target, one after the other</source>
        <translation>将尚无时间的各版本依次在其目标上运行</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>重新测量</translation>
    </message>
    <message>
        <source>Run each again on its target; the new times replace those that are shown</source>
        <translation>在各自的目标上重新运行；新的时间替换所显示的时间</translation>
    </message>
</context>
<context>
    <name>nw::views::KernelPage</name>
    <message>
        <source>Assembly</source>
        <translation>汇编</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>属于 %1</translation>
    </message>
    <message>
        <source>script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>group %1</source>
        <translation>组 %1</translation>
    </message>
    <message>
        <source>opening…</source>
        <translation>正在打开…</translation>
    </message>
    <message>
        <source>Opening group %1</source>
        <translation>正在打开组 %1</translation>
    </message>
    <message>
        <source>no reason is known</source>
        <translation>原因未知</translation>
    </message>
    <message>
        <source>no loops</source>
        <translation>无循环</translation>
    </message>
    <message>
        <source>This group has no loops to shape: %1.

Write its computation as a TE script and open that file: a script is shaped, run and exported on its own.</source>
        <translation>此组没有可调整的循环：%1。

请将其计算写成 TE 脚本并打开该文件：脚本可以独立调度、运行和导出。</translation>
    </message>
    <message>
        <source>Looking for groups alike</source>
        <translation>正在查找相同的组</translation>
    </message>
    <message>
        <source>not a group any more</source>
        <translation>已不再是组</translation>
    </message>
    <message>
        <source>TVMScript, read only</source>
        <translation>TVMScript，只读</translation>
    </message>
    <message>
        <source>Assembly (all)</source>
        <translation>汇编（全部）</translation>
    </message>
    <message>
        <source>%1 ⚠</source>
        <translation>%1 ⚠</translation>
    </message>
    <message>
        <source>Of the script with all its steps</source>
        <translation>来自含全部步骤的脚本</translation>
    </message>
    <message>
        <source>Not shown: the script has no loop nest yet</source>
        <translation>未显示：脚本尚无循环嵌套</translation>
    </message>
    <message>
        <source>Not shown: %1</source>
        <translation>未显示：%1</translation>
    </message>
    <message>
        <source>Compiling</source>
        <translation>正在编译</translation>
    </message>
    <message>
        <source>the compiler gave no reason</source>
        <translation>编译器未给出原因</translation>
    </message>
    <message>
        <source>Not shown: line %1: %2</source>
        <translation>未显示：第 %1 行：%2</translation>
    </message>
    <message>
        <source>the default schedule</source>
        <translation>默认调度</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, the default schedule</source>
        <translation>%1，默认调度</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>正在写入 %1</translation>
    </message>
    <message>
        <source>Could not write %1</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message numerus="yes">
        <source>Wrote %1; %n step(s) left out, see Problems</source>
        <translation>
            <numerusform>已写入 %1；省略了 %n 个步骤，见“问题”</numerusform>
        </translation>
    </message>
    <message>
        <source>Writing a preview</source>
        <translation>正在写入预览</translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>未写入任何内容。</translation>
    </message>
    <message numerus="yes">
        <source>An object file of %n byte(s), with a C header.</source>
        <translation>
            <numerusform>%n 字节的目标文件，附 C 头文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始文件</translation>
    </message>
    <message>
        <source>The file that this script was made from</source>
        <translation>生成此脚本的原始文件</translation>
    </message>
    <message>
        <source>Kernel %1 of %2 ▾</source>
        <translation>内核 %1 / %2 ▾</translation>
    </message>
    <message>
        <source>Choose another kernel of %1</source>
        <translation>选择 %1 的另一个内核</translation>
    </message>
    <message>
        <source>Choose another kernel of the file</source>
        <translation>选择文件中的另一个内核</translation>
    </message>
    <message>
        <source>; NaN on both sides at %1 of them</source>
        <translation>；其中 %1 个在两侧均为 NaN</translation>
    </message>
    <message>
        <source>, and at %1 when compared again with positive inputs</source>
        <translation>，用正值输入重新比较时为 %1 个</translation>
    </message>
    <message>
        <source>; in one run %1</source>
        <translation>；单次运行 %1</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Running %1</source>
        <translation>正在运行 %1</translation>
    </message>
    <message>
        <source>all steps: %1</source>
        <translation>全部步骤：%1</translation>
    </message>
    <message>
        <source>measuring %1 of %2</source>
        <translation>正在测量 %1 / %2</translation>
    </message>
    <message>
        <source>The states of the branch that have no time yet</source>
        <translation>分支中尚无时间的状态</translation>
    </message>
    <message>
        <source> · before the change %1</source>
        <translation> · 更改前 %1</translation>
    </message>
    <message>
        <source>unchecked</source>
        <translation>未检查</translation>
    </message>
    <message>
        <source>Run the kernel to compare it with its reference</source>
        <translation>运行内核以与参考结果比较</translation>
    </message>
    <message>
        <source> · on %1</source>
        <translation> · 在 %1 上</translation>
    </message>
    <message>
        <source> · unknown machine</source>
        <translation> · 未知机器</translation>
    </message>
    <message>
        <source>As it was measured before; run it again for more</source>
        <translation>此前测量的结果；再次运行可获得更多信息</translation>
    </message>
    <message>
        <source>As it was measured on another machine; run it again to compare it with others</source>
        <translation>在另一台机器上测量；再次运行以便比较</translation>
    </message>
    <message>
        <source>different · %1</source>
        <translation>不一致 · %1</translation>
    </message>
    <message>
        <source>equal · %1</source>
        <translation>一致 · %1</translation>
    </message>
    <message>
        <source>; %1 in instructions against the loops without a schedule</source>
        <translation>；按指令数对比无调度的循环为 %1</translation>
    </message>
    <message>
        <source>; %1 against the loops without a schedule</source>
        <translation>；对比无调度的循环为 %1</translation>
    </message>
    <message>
        <source> · %1, more instructions than without a schedule</source>
        <translation> · %1，指令多于无调度时</translation>
    </message>
    <message>
        <source>; more instructions than the loops without a schedule have: the history has those</source>
        <translation>；指令多于无调度的循环：见历史</translation>
    </message>
    <message>
        <source> · %1, slower than without a schedule</source>
        <translation> · %1，慢于无调度时</translation>
    </message>
    <message>
        <source>; slower than the loops without a schedule: the history has those, and each state&apos;s time shows which step lost it (Kernel menu, Measure this branch)</source>
        <translation>；慢于无调度的循环：见历史，各状态的时间表明是哪一步造成的（“内核”菜单，测量此分支）</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>did not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source> (%1 % of the peak, %2 % of the memory bandwidth)</source>
        <translation> （峰值的 %1 %，内存带宽的 %2 %）</translation>
    </message>
    <message>
        <source>%1 of %2 elements compared, largest difference %3; median of %4 runs, ± %5 µs</source>
        <translation>已比较 %2 个元素中的 %1 个，最大差异 %3；%4 次运行的中位数，± %5 µs</translation>
    </message>
    <message>
        <source>only NaN · %1</source>
        <translation>全为 NaN · %1</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source> · stopped</source>
        <translation> · 已停止</translation>
    </message>
</context>
<context>
    <name>nw::views::KernelView</name>
    <message>
        <source>Bounds</source>
        <translation>边界</translation>
    </message>
    <message>
        <source>Next steps</source>
        <translation>后续步骤</translation>
    </message>
    <message>
        <source>In prose</source>
        <translation>文字说明</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>typing</source>
        <translation>键入</translation>
    </message>
    <message>
        <source>The loop nest of the text before.</source>
        <translation>此前文本的循环嵌套。</translation>
    </message>
    <message>
        <source>The loop nest of the text before: %1</source>
        <translation>此前文本的循环嵌套：%1</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>Shown without line %1, which does not hold.</source>
        <translation>显示时忽略了无效的第 %1 行。</translation>
    </message>
    <message>
        <source>Shown without lines %1, which do not hold.</source>
        <translation>显示时忽略了无效的第 %1 行。</translation>
    </message>
    <message>
        <source>All %1 colours are pinned; unpin one first</source>
        <translation>%1 种颜色均已固定；请先取消固定一种</translation>
    </message>
    <message>
        <source>Details of the kernel</source>
        <translation>内核详情</translation>
    </message>
</context>
<context>
    <name>nw::views::Legend</name>
    <message>
        <source>What the colours mean</source>
        <translation>颜色的含义</translation>
    </message>
    <message>
        <source>Take the colours away</source>
        <translation>移除颜色</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>by rank</source>
        <translation>按排名</translation>
    </message>
    <message>
        <source>Scale of the colours</source>
        <translation>颜色的标度</translation>
    </message>
    <message>
        <source>How numbers become colours: by their size, by their logarithm, or by their rank</source>
        <translation>数字如何映射为颜色：按数值、对数或排名</translation>
    </message>
    <message>
        <source>Top ten</source>
        <translation>前十</translation>
    </message>
    <message>
        <source>The ten greatest</source>
        <translation>最大的十个</translation>
    </message>
    <message>
        <source>Go to one of the ten nodes with the greatest numbers</source>
        <translation>转到数值最大的十个节点之一</translation>
    </message>
    <message>
        <source>Colours: %1</source>
        <translation>颜色：%1</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>Needs numbers of which none is below 0 and one is above it</source>
        <translation>需要没有小于 0 且至少一个大于 0 的数值</translation>
    </message>
</context>
<context>
    <name>nw::views::LogPage</name>
    <message>
        <source>Show lines with these words</source>
        <translation>显示包含这些词的行</translation>
    </message>
    <message>
        <source>Filter of the log</source>
        <translation>日志过滤器</translation>
    </message>
    <message>
        <source>Log of the target</source>
        <translation>目标的日志</translation>
    </message>
    <message>
        <source>Nothing was connected to this target yet: use it, and what its carrier and runner say is here</source>
        <translation>尚未连接此目标：使用后此处显示连接与运行器的消息</translation>
    </message>
</context>
<context>
    <name>nw::views::LoopText</name>
    <message>
        <source>read and written</source>
        <translation>读取并写入</translation>
    </message>
    <message>
        <source>written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Runs %1 times, %2 iterations each; one run computes %3 flop and touches %4 (fits %5).</source>
        <translation>运行 %1 次，每次 %2 次迭代；单次运行计算 %3 flop，访问 %4（可放入 %5）。</translation>
    </message>
    <message>
        <source>%1: %2 %3, each element %4 times</source>
        <translation>%1：%2 %3，每个元素 %4 次</translation>
    </message>
    <message>
        <source>One run of &lt;b&gt;%1&lt;/b&gt; computes %2 flop and touches %3, which %4 holds:</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; 单次运行计算 %2 flop，访问 %3，可放入 %4：</translation>
    </message>
    <message>
        <source>%1 %2, each element %3×</source>
        <translation>%1 %2，每个元素 %3×</translation>
    </message>
</context>
<context>
    <name>nw::views::LoopTreeModel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Stage %1. Drag it onto a loop to compute it there, onto the stage that reads it to inline it.</source>
        <translation>阶段 %1。拖到循环上可在该处计算，拖到读取它的阶段上可将其内联。</translation>
    </message>
    <message>
        <source>Axis %1, %2, extent %3. Drag it to reorder, onto its neighbour to fuse (with Ctrl: to tile). Double click splits it, on the extent into parts; on the kind it offers another.</source>
        <translation>轴 %1，%2，范围 %3。拖动可重排，拖到相邻轴上可融合（按住 Ctrl：分块）。双击可拆分，双击范围拆分为份数；双击类型可选择其他类型。</translation>
    </message>
    <message>
        <source>TVM calls it %1.</source>
        <translation>TVM 称之为 %1。</translation>
    </message>
    <message>
        <source>axis %1, %2, extent %3</source>
        <translation>轴 %1，%2，范围 %3</translation>
    </message>
    <message>
        <source>stage %1 %2</source>
        <translation>阶段 %1 %2</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>Extent</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Touches</source>
        <translation>访问</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>nw::views::LoopTreeView</name>
    <message>
        <source>Loops can be moved within their own stage</source>
        <translation>循环只能在所属阶段内移动</translation>
    </message>
    <message>
        <source>They stand there already</source>
        <translation>它们已在该处</translation>
    </message>
    <message>
        <source>%1 reads %2 through another stage only: that is where it can be inlined</source>
        <translation>%1 仅经由另一阶段读取 %2：可在那里内联</translation>
    </message>
    <message>
        <source>%1 does not read %2</source>
        <translation>%1 不读取 %2</translation>
    </message>
    <message>
        <source>One moment…</source>
        <translation>请稍候…</translation>
    </message>
    <message>
        <source>A stage cannot stand inside itself</source>
        <translation>阶段不能位于自身之内</translation>
    </message>
    <message>
        <source>It is computed there already</source>
        <translation>已在该处计算</translation>
    </message>
    <message>
        <source>A loop can be moved within its own stage</source>
        <translation>循环只能在所属阶段内移动</translation>
    </message>
    <message>
        <source>It stands there already</source>
        <translation>它已在该处</translation>
    </message>
    <message>
        <source>No step shaped this: there is none to take away</source>
        <translation>没有步骤作用于此：无可移除</translation>
    </message>
    <message>
        <source>That is done to a loop, and this is a stage: select one of its loops</source>
        <translation>该操作针对循环，而这是阶段：请选择其中一个循环</translation>
    </message>
    <message>
        <source>Only loops of one stage can be fused</source>
        <translation>只能融合同一阶段的循环</translation>
    </message>
    <message>
        <source>That is done to one loop or stage: %1 are selected</source>
        <translation>该操作只针对一个循环或阶段：已选择 %1 个</translation>
    </message>
    <message>
        <source>Axis %1</source>
        <translation>轴 %1</translation>
    </message>
    <message>
        <source>Factor the reduction, the new axis	Shift+X</source>
        <translation>分解归约，新轴	Shift+X</translation>
    </message>
    <message>
        <source>Move out	Alt+Up</source>
        <translation>外移	Alt+Up</translation>
    </message>
    <message>
        <source>Move in	Alt+Down</source>
        <translation>内移	Alt+Down</translation>
    </message>
    <message>
        <source>behind all others</source>
        <translation>在所有其他轴之后</translation>
    </message>
    <message>
        <source>in front, before %1 (as with X)</source>
        <translation>在最前，%1 之前（同 X）</translation>
    </message>
    <message>
        <source>before %1</source>
        <translation>在 %1 之前</translation>
    </message>
    <message>
        <source>it cannot be done here</source>
        <translation>此处不可行</translation>
    </message>
    <message>
        <source>Exchange the last two dimensions</source>
        <translation>交换最后两个维度</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>拆分</translation>
    </message>
    <message>
        <source>Split into parts</source>
        <translation>拆分为份数</translation>
    </message>
    <message>
        <source>Split…	S</source>
        <translation>拆分…	S</translation>
    </message>
    <message>
        <source>Split into parts…	N</source>
        <translation>拆分为份数…	N</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>Unpin	Space</source>
        <translation>取消固定	Space</translation>
    </message>
    <message>
        <source>Pin its colour	Space</source>
        <translation>固定其颜色	Space</translation>
    </message>
    <message>
        <source>Take the step on line %1 away	Del</source>
        <translation>移除第 %1 行的步骤	Del</translation>
    </message>
    <message>
        <source>It runs once: there is nothing to split</source>
        <translation>只运行一次：无可拆分</translation>
    </message>
    <message>
        <source>What fits the caches</source>
        <translation>可放入缓存的内容</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 in</source>
        <translation>将 %1 放入</translation>
    </message>
    <message>
        <source>Loop tree</source>
        <translation>循环树</translation>
    </message>
    <message>
        <source>TVMScript says its loops itself: open a TE script to shape them</source>
        <translation>TVMScript 自行写明循环：请打开 TE 脚本进行调整</translation>
    </message>
    <message>
        <source>What is legal</source>
        <translation>合法的操作</translation>
    </message>
</context>
<context>
    <name>nw::views::MachinePeaks</name>
    <message>
        <source>%1 cannot be measured: %2.</source>
        <translation>无法测量 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is emulated: its times say nothing of what the device could do.</source>
        <translation>%1 为仿真：其时间不反映设备的能力。</translation>
    </message>
    <message>
        <source>Peaks are measured on processors, not on a %1 yet.</source>
        <translation>峰值目前只在处理器上测量，尚不支持 %1。</translation>
    </message>
    <message>
        <source>Measuring the machine</source>
        <translation>正在测量机器</translation>
    </message>
    <message>
        <source>The machine could not be measured: %1</source>
        <translation>无法测量机器：%1</translation>
    </message>
</context>
<context>
    <name>nw::views::Measure</name>
    <message>
        <source>compiling</source>
        <translation>正在编译</translation>
    </message>
    <message>
        <source>comparing</source>
        <translation>正在比较</translation>
    </message>
    <message>
        <source>measuring</source>
        <translation>正在测量</translation>
    </message>
    <message>
        <source>running</source>
        <translation>正在运行</translation>
    </message>
</context>
<context>
    <name>nw::views::MeasureOnView</name>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Compare with this</source>
        <translation>以此为基准</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Targets to measure on</source>
        <translation>用于测量的目标</translation>
    </message>
    <message>
        <source>The kernel on each target</source>
        <translation>内核在各目标上</translation>
    </message>
    <message>
        <source>Compiles, runs and checks the kernel on every checked target, one after the other</source>
        <translation>在每个勾选的目标上依次编译、运行并检查内核</translation>
    </message>
    <message>
        <source>Gains are over the selected row; among emulated targets they are of executed instructions</source>
        <translation>增益相对于所选行；仿真目标之间以执行的指令数计</translation>
    </message>
    <message>
        <source>because %1</source>
        <translation>因为 %1</translation>
    </message>
    <message>
        <source>Check the targets to measure on first</source>
        <translation>请先勾选要测量的目标</translation>
    </message>
    <message>
        <source>Measuring on %1</source>
        <translation>正在 %1 上测量</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>nw::views::MemoryChart</name>
    <message>
        <source>No value has a place in the plan: their sizes are not known before a run.</source>
        <translation>规划中没有任何值的位置：其大小在运行前未知。</translation>
    </message>
    <message>
        <source>No value needs memory of its own.</source>
        <translation>没有值需要自己的内存。</translation>
    </message>
    <message>
        <source>Arena %1; %2 are alive at once; %3 if each value had its own.</source>
        <translation>Arena %1；同时存活 %2；若每个值各占内存则为 %3。</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) lie outside of it.</source>
        <translation>
            <numerusform>%n 个值在其之外。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 at %2, written by step %3 of %4</source>
        <translation>%1，位于 %2，由步骤 %3 / %4 写入</translation>
    </message>
    <message>
        <source>, kept to the end</source>
        <translation>，保留至结束</translation>
    </message>
    <message>
        <source>, last read by step %1</source>
        <translation>，最后由步骤 %1 读取</translation>
    </message>
    <message>
        <source>written over %1</source>
        <translation>覆盖 %1 写入</translation>
    </message>
    <message>
        <source>the elements of %1 in another shape</source>
        <translation>%1 的元素，形状不同</translation>
    </message>
</context>
<context>
    <name>nw::views::MemoryPanel</name>
    <message>
        <source>Totals of the memory plan</source>
        <translation>内存规划的合计</translation>
    </message>
    <message>
        <source>Planning memory</source>
        <translation>正在规划内存</translation>
    </message>
    <message>
        <source>Open a model to see where its values lie in memory.</source>
        <translation>打开模型以查看其值在内存中的位置。</translation>
    </message>
</context>
<context>
    <name>nw::views::MemoryPicture</name>
    <message>
        <source>Memory plan</source>
        <translation>内存规划</translation>
    </message>
</context>
<context>
    <name>nw::views::Minimap</name>
    <message>
        <source>Overview of the graph</source>
        <translation>图的缩略图</translation>
    </message>
    <message>
        <source>The whole graph. Click or drag to look elsewhere.</source>
        <translation>整个图。点击或拖动以查看其他部分。</translation>
    </message>
</context>
<context>
    <name>nw::views::ModelSizes</name>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>All dynamic</source>
        <translation>全部动态</translation>
    </message>
    <message>
        <source>Dynamic dimensions</source>
        <translation>动态维度</translation>
    </message>
    <message>
        <source>Give all dimensions these values in one step (Enter)</source>
        <translation>一步为所有维度设定这些值（回车）</translation>
    </message>
    <message>
        <source>Take all values away: every dimension is symbolic again</source>
        <translation>去掉所有值：每个维度重新成为符号</translation>
    </message>
    <message>
        <source>dynamic</source>
        <translation>动态</translation>
    </message>
    <message>
        <source>Size %1</source>
        <translation>尺寸 %1</translation>
    </message>
    <message>
        <source>The value of %1; 0: dynamic</source>
        <translation>%1 的值；0 表示动态</translation>
    </message>
</context>
<context>
    <name>nw::views::NestPairText</name>
    <message>
        <source>(empty line)</source>
        <translation>（空行）</translation>
    </message>
</context>
<context>
    <name>nw::views::NestView</name>
    <message>
        <source>Loop nest</source>
        <translation>循环嵌套</translation>
    </message>
    <message>
        <source>No loop nest yet. It appears when the script creates a schedule and ends with tvm.lower.</source>
        <translation>尚无循环嵌套。脚本创建调度并以 tvm.lower 结尾后即会出现。</translation>
    </message>
    <message>
        <source>No loop nest: %1</source>
        <translation>无循环嵌套：%1</translation>
    </message>
    <message>
        <source>in the kernel, at no line of it</source>
        <translation>在内核中，不属于任何一行</translation>
    </message>
    <message>
        <source>outside: %1</source>
        <translation>外部：%1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source> · %1 flop</source>
        <translation> · %1 flop</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s): too few to say much</source>
        <translation>
            <numerusform>%n 个样本：太少，不足以得出结论</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %n sample(s)</source>
        <translation>
            <numerusform>共 %n 个样本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of %n sample(s) was here.</source>
        <translation>
            <numerusform>%n 个样本中没有一个在此。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of the time: %2 of %3 samples.</source>
        <translation>占 %1 的时间：%3 个样本中的 %2 个。</translation>
    </message>
    <message>
        <source>%1 of the time with what stands in it, %2 at the line itself: %3 and %4 of %5 samples.</source>
        <translation>连同其内容占 %1 的时间，该行自身占 %2：%5 个样本中分别为 %3 和 %4 个。</translation>
    </message>
    <message>
        <source>0 %</source>
        <translation>0 %</translation>
    </message>
    <message>
        <source>TVM calls it %1.</source>
        <translation>TVM 称之为 %1。</translation>
    </message>
</context>
<context>
    <name>nw::views::NextSteps</name>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>估计</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Next steps</source>
        <translation>后续步骤</translation>
    </message>
    <message>
        <source>TVMScript says its loops itself: no step changes them</source>
        <translation>TVMScript 自行写明循环：没有步骤可以更改它们</translation>
    </message>
    <message>
        <source>Steps are ranked by what loops compute and touch: give a value to %1, above, to see it</source>
        <translation>步骤按循环的计算量和访问量排序：请先在上方为 %1 赋值</translation>
    </message>
    <message>
        <source>No step of this promises a gain as it stands</source>
        <translation>就目前而言，没有步骤有望带来增益</translation>
    </message>
    <message>
        <source>Ranking the next steps</source>
        <translation>正在为后续步骤排序</translation>
    </message>
    <message>
        <source>×%1</source>
        <translation>×%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>stage, step</comment>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n more that would not make it faster</source>
        <translation>
            <numerusform>另有 %n 个不会加速</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No step of this promises a gain as it stands; %n that would not make it faster</source>
        <translation>
            <numerusform>就目前而言，没有步骤有望带来增益；%n 个不会加速</numerusform>
        </translation>
    </message>
    <message>
        <source>Enter or a click shows and hides them</source>
        <translation>按 Enter 或点击可显示或隐藏</translation>
    </message>
    <message>
        <source>What could be done next, by the gain that an estimate promises; Enter does it, undo takes it back</source>
        <translation>后续可做的步骤，按估计的收益排列；按 Enter 执行，撤销可恢复</translation>
    </message>
    <message>
        <source>Nothing is selected: select a stage or a loop, or choose all stages above</source>
        <translation>未选择任何内容：请选择一个阶段或循环，或在上方选择所有阶段</translation>
    </message>
    <message>
        <source>Ranking what comes after the next steps</source>
        <translation>正在为后续步骤之后的步骤排序</translation>
    </message>
    <message>
        <source>Hottest: loop %1 of %2, %3 %</source>
        <translation>最热：%2 的循环 %1，%3 %</translation>
    </message>
    <message>
        <source>Hottest by the estimate: loop %1 of %2, %3 %</source>
        <translation>估计最热：%2 的循环 %1，%3 %</translation>
    </message>
    <message>
        <source>Enter or a click selects it</source>
        <translation>按 Enter 或单击以选择</translation>
    </message>
</context>
<context>
    <name>nw::views::NextStepsPage</name>
    <message>
        <source>All stages</source>
        <translation>所有阶段</translation>
    </message>
    <message>
        <source>The selection</source>
        <translation>所选内容</translation>
    </message>
    <message>
        <source>Next steps of</source>
        <translation>后续步骤范围</translation>
    </message>
    <message>
        <source>Whether the steps of all stages are ranked, or those of the selected loop or stage</source>
        <translation>排列所有阶段的步骤，还是所选循环或阶段的步骤</translation>
    </message>
</context>
<context>
    <name>nw::views::NodeText</name>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>%1, empty</source>
        <translation>%1，空</translation>
    </message>
    <message>
        <source>type not known</source>
        <translation>类型未知</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>tuple</source>
        <translation>元组</translation>
    </message>
    <message>
        <source>field %1</source>
        <translation>字段 %1</translation>
    </message>
    <message>
        <source>let</source>
        <translation>let</translation>
    </message>
    <message>
        <source>if</source>
        <translation>if</translation>
    </message>
    <message>
        <source>function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>new reference</source>
        <translation>新建引用</translation>
    </message>
    <message>
        <source>read reference</source>
        <translation>读引用</translation>
    </message>
    <message>
        <source>write reference</source>
        <translation>写引用</translation>
    </message>
    <message>
        <source>match</source>
        <translation>match</translation>
    </message>
    <message>
        <source>opaque</source>
        <translation>不透明</translation>
    </message>
    <message>
        <source>stride %1</source>
        <translation>步幅 %1</translation>
    </message>
    <message>
        <source>padding %1</source>
        <translation>填充 %1</translation>
    </message>
    <message>
        <source>dilation %1</source>
        <translation>膨胀 %1</translation>
    </message>
    <message>
        <source>groups %1</source>
        <translation>分组 %1</translation>
    </message>
    <message>
        <source>axes %1</source>
        <translation>轴 %1</translation>
    </message>
    <message>
        <source>axis %1</source>
        <translation>轴 %1</translation>
    </message>
    <message>
        <source>constant, %1</source>
        <translation>常量，%1</translation>
    </message>
    <message>
        <source>constant %1</source>
        <translation>常量 %1</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>%1 KiB</source>
        <translation>%1 KiB</translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
</context>
<context>
    <name>nw::views::OfferedAttributesModel</name>
    <message>
        <source>The selections differ: has_attr asks for one value</source>
        <translation>所选项不一致：has_attr 需要单一的值</translation>
    </message>
    <message>
        <source>Attribute</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Selected</source>
        <translation>所选</translation>
    </message>
    <message>
        <source>In the model</source>
        <translation>模型中</translation>
    </message>
</context>
<context>
    <name>nw::views::OffloadPage</name>
    <message>
        <source>a value</source>
        <translation>一个值</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Offload to</source>
        <translation>卸载到</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Target that takes one more operator</source>
        <translation>多接受一个算子的目标</translation>
    </message>
    <message>
        <source>also took</source>
        <translation>同时接受</translation>
    </message>
    <message>
        <source>Operator that it takes as well</source>
        <translation>它同样接受的算子</translation>
    </message>
    <message>
        <source>Operators of this model that no region has</source>
        <translation>此模型中不属于任何区域的算子</translation>
    </message>
    <message>
        <source>Add to the table</source>
        <translation>添加到表</translation>
    </message>
    <message>
        <source>Write the supports() line; undo takes it out</source>
        <translation>写入 supports() 行；可撤销</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>In</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Regions and cuts</source>
        <translation>区域与切分</translation>
    </message>
    <message>
        <source>No target: a listed line `target.name: pattern`, or supports(&quot;target&quot;, [&quot;op&quot;]), names one.</source>
        <translation>没有目标：列出的行 `target.name: pattern` 或 supports(&quot;target&quot;, [&quot;op&quot;]) 可指定一个。</translation>
    </message>
    <message>
        <source>Offload to %1</source>
        <translation>卸载到 %1</translation>
    </message>
    <message>
        <source>Cut regions for %1; where several targets take a node, the first has it</source>
        <translation>为 %1 切分区域；若多个目标接受同一节点，归第一个</translation>
    </message>
    <message>
        <source>Cutting regions</source>
        <translation>正在切分区域</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n call(s)</source>
        <translation>
            <numerusform>%1，%n 个调用</numerusform>
        </translation>
    </message>
    <message>
        <source>one depends on another target&apos;s region</source>
        <translation>其中一个依赖另一目标的区域</translation>
    </message>
    <message>
        <source>together they would depend on themselves: %1</source>
        <translation>合并后将依赖自身：%1</translation>
    </message>
    <message>
        <source>cut in %1</source>
        <translation>切分于 %1</translation>
    </message>
    <message>
        <source>%1 | %2: %3</source>
        <translation>%1 | %2：%3</translation>
    </message>
    <message>
        <source>%1  %2 → %3</source>
        <translation>%1  %2 → %3</translation>
    </message>
    <message>
        <source>an operator…</source>
        <translation>一个算子…</translation>
    </message>
    <message>
        <source>Cutting regions with one more operator</source>
        <translation>正在用新增算子切分区域</translation>
    </message>
    <message>
        <source>%1 → %2 regions</source>
        <translation>%1 → %2 个区域</translation>
    </message>
    <message>
        <source>, %1 → %2</source>
        <translation>，%1 → %2</translation>
    </message>
    <message>
        <source>%1: regions, and what crosses their borders, now and then</source>
        <translation>%1：区域及其跨边界数据，现在与之后</translation>
    </message>
</context>
<context>
    <name>nw::views::OperatorsModel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算量</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Ops/byte</source>
        <translation>运算/字节</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Share of time</source>
        <translation>时间占比</translation>
    </message>
    <message>
        <source>Share of ops</source>
        <translation>运算占比</translation>
    </message>
    <message>
        <source>Of roofline</source>
        <translation>Roofline 占比</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>The operator, or the operators of a fused group</source>
        <translation>算子，或融合组中的各算子</translation>
    </message>
    <message>
        <source>Name in the file; of a group that of its main operator</source>
        <translation>文件中的名称；对于组，为其主算子的名称</translation>
    </message>
    <message>
        <source>Shape and type of the result; sorts by the number of elements</source>
        <translation>结果的形状与类型；按元素个数排序</translation>
    </message>
    <message>
        <source>Arithmetic operations of one call</source>
        <translation>单次调用的算术运算数</translation>
    </message>
    <message>
        <source>Bytes that one call reads and writes; a group keeps the values between its operators</source>
        <translation>单次调用读写的字节数；组在内部保留算子之间的值</translation>
    </message>
    <message>
        <source>Arithmetic intensity: operations for each byte read or written</source>
        <translation>算术强度：每读写一字节的运算数</translation>
    </message>
    <message>
        <source>Median time of the group in the last run of the network</source>
        <translation>该组在最近一次网络运行中的时间中位数</translation>
    </message>
    <message>
        <source>Run the network to measure its groups (Run, F5)</source>
        <translation>运行网络以测量各组（运行，F5）</translation>
    </message>
    <message>
        <source>Part of the time of all groups</source>
        <translation>占所有组时间的比例</translation>
    </message>
    <message>
        <source>At most: operators of unknown size are not counted</source>
        <translation>至多：未计入大小未知的算子</translation>
    </message>
    <message>
        <source>Part of all operations; of the time once the network has run</source>
        <translation>占全部运算的比例；网络运行后为占时间的比例</translation>
    </message>
    <message>
        <source>Least time that the machine&apos;s measured peaks allow, as a part of the measured time. Needs a run, and the peaks (Measure the peaks, in a kernel&apos;s roofline)</source>
        <translation>机器实测峰值所允许的最短时间占实测时间的比例。需要一次运行以及峰值（在内核的 Roofline 中测量）</translation>
    </message>
    <message>
        <source>Number of the fused group</source>
        <translation>融合组的编号</translation>
    </message>
    <message>
        <source>Target that the times were measured on</source>
        <translation>测得这些时间的目标</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n 个算子</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1（%2）</translation>
    </message>
    <message numerus="yes">
        <source>%n group(s)</source>
        <translation>
            <numerusform>%n 个组</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 operations</source>
        <translation>%1 次运算</translation>
    </message>
    <message numerus="yes">
        <source>%n of unknown size</source>
        <translation>
            <numerusform>%n 个大小未知</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 read and written</source>
        <translation>读写 %1</translation>
    </message>
    <message>
        <source>%1 parameters in %2, %3</source>
        <translation>%1 个参数，位于 %2，%3</translation>
    </message>
    <message numerus="yes">
        <source>%n constant(s)</source>
        <translation>
            <numerusform>%n 个常量</numerusform>
        </translation>
    </message>
    <message>
        <source>values take %1 at most</source>
        <translation>值最多占用 %1</translation>
    </message>
    <message>
        <source>%1, measured before the groups or sizes changed; run the network again</source>
        <translation>%1，在组或尺寸更改之前测得；请重新运行网络</translation>
    </message>
    <message>
        <source>their kernels take %1 in sum</source>
        <translation>其内核合计耗时 %1</translation>
    </message>
    <message>
        <source>a run takes %1</source>
        <translation>一次运行耗时 %1</translation>
    </message>
    <message>
        <source>Rows shown: %1</source>
        <translation>显示的行：%1</translation>
    </message>
    <message>
        <source>Whole model: %1</source>
        <translation>整个模型：%1</translation>
    </message>
</context>
<context>
    <name>nw::views::OperatorsPanel</name>
    <message>
        <source>groups and operators</source>
        <translation>组和算子</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>组数</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>算子数</translation>
    </message>
    <message>
        <source>Rows of the table</source>
        <translation>表的行</translation>
    </message>
    <message>
        <source>List groups with their operators below them, groups alone, or operators alone</source>
        <translation>列出组及其下的算子、仅组或仅算子</translation>
    </message>
    <message>
        <source>Filter: op:conv2d flops&gt;1M</source>
        <translation>过滤：op:conv2d flops&gt;1M</translation>
    </message>
    <message>
        <source>Filter of the table</source>
        <translation>表的过滤器</translation>
    </message>
    <message>
        <source>Show the operators that a query names, as Find does: op:conv2d, shape:[1,*,56,56], a -&gt; b</source>
        <translation>显示查询所指的算子，语法同查找：op:conv2d、shape:[1,*,56,56]、a -&gt; b</translation>
    </message>
    <message>
        <source>Operators and groups</source>
        <translation>算子和组</translation>
    </message>
    <message>
        <source>Totals of the table</source>
        <translation>表的合计</translation>
    </message>
    <message>
        <source>Columns of the table; a click sorts</source>
        <translation>表的列；点击排序</translation>
    </message>
    <message>
        <source>Listing the operators</source>
        <translation>正在列出算子</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Operators and groups with what they cost, in any order</source>
        <translation>算子和组及其开销，可按任意列排序</translation>
    </message>
    <message>
        <source>Flame</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>Where the time goes: scopes, groups, stages and loops, as wide as they take long</source>
        <translation>时间分布：作用域、组、阶段和循环，宽度表示耗时</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>The last run along its time, with the memory that values took</source>
        <translation>最近一次运行的时间进程，以及值占用的内存</translation>
    </message>
    <message>
        <source>Adding the times up</source>
        <translation>正在汇总时间</translation>
    </message>
    <message>
        <source>Drawing the run</source>
        <translation>正在绘制运行</translation>
    </message>
    <message>
        <source>Open a model to see what its operators cost.</source>
        <translation>打开模型以查看其算子的开销。</translation>
    </message>
    <message>
        <source>Run the network (Ctrl+Return on the graph) to see what ran when.</source>
        <translation>运行网络（在图上按 Ctrl+Return）以查看各部分何时运行。</translation>
    </message>
    <message>
        <source>The groups or sizes have changed since the run. Run the network again to see what runs when.</source>
        <translation>运行之后组或尺寸已更改。请重新运行网络以查看各部分何时运行。</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Show all rows again</source>
        <translation>重新显示所有行</translation>
    </message>
    <message>
        <source>No row matches %1</source>
        <translation>没有与 %1 匹配的行</translation>
    </message>
</context>
<context>
    <name>nw::views::OriginalPage</name>
    <message>
        <source>%1, read-only</source>
        <translation>%1，只读</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) left out</source>
        <translation>
            <numerusform>省略了 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>List the lines that are no part of the kernels, and why</source>
        <translation>列出不属于内核的行及原因</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Lines that were left out</source>
        <translation>省略的行</translation>
    </message>
    <message>
        <source>The file as it was opened, read-only</source>
        <translation>打开时的文件，只读</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>省略：%1</translation>
    </message>
</context>
<context>
    <name>nw::views::OutlineModel</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>outside any scope</source>
        <translation>任何作用域之外</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
</context>
<context>
    <name>nw::views::OutlinePanel</name>
    <message>
        <source>by scope</source>
        <translation>按作用域</translation>
    </message>
    <message>
        <source>by group</source>
        <translation>按组</translation>
    </message>
    <message>
        <source>Order of the outline</source>
        <translation>大纲的排列</translation>
    </message>
    <message>
        <source>List the graph by name scope or by fused group</source>
        <translation>按名称作用域或融合组列出图</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>过滤</translation>
    </message>
    <message>
        <source>Filter of the outline</source>
        <translation>大纲过滤器</translation>
    </message>
    <message>
        <source>Outline of the graph</source>
        <translation>图的大纲</translation>
    </message>
    <message>
        <source>Listing the graph</source>
        <translation>正在列出图</translation>
    </message>
</context>
<context>
    <name>nw::views::Overlay</name>
    <message>
        <source>not a tensor</source>
        <translation>不是张量</translation>
    </message>
    <message>
        <source>a tuple of several</source>
        <translation>由多个组成的元组</translation>
    </message>
    <message>
        <source>unknown shape</source>
        <translation>未知形状</translation>
    </message>
    <message>
        <source>dynamic</source>
        <translation>动态</translation>
    </message>
    <message>
        <source>fixed</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算量</translation>
    </message>
    <message>
        <source>Bytes given</source>
        <translation>输出字节数</translation>
    </message>
    <message>
        <source>Operations a byte</source>
        <translation>每字节运算量</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Dynamic shapes</source>
        <translation>动态形状</translation>
    </message>
    <message>
        <source>Operators in the group</source>
        <translation>组内算子数</translation>
    </message>
    <message>
        <source>emulated, not a device&apos;s speed</source>
        <translation>仿真结果，不代表设备速度</translation>
    </message>
    <message>
        <source>device events</source>
        <translation>设备事件</translation>
    </message>
    <message>
        <source>wall clock</source>
        <translation>挂钟时间</translation>
    </message>
    <message>
        <source>Time on %1</source>
        <translation>在 %1 上的时间</translation>
    </message>
    <message>
        <source>%1 in all, %2</source>
        <translation>共 %1，%2</translation>
    </message>
    <message>
        <source>%1 is not a JSON object of node names and numbers</source>
        <translation>%1 不是由节点名称和数字组成的 JSON 对象</translation>
    </message>
    <message>
        <source>%1 names no node of this graph with a number</source>
        <translation>%1 没有为此图的任何节点给出数字</translation>
    </message>
    <message numerus="yes">
        <source>%n entry(s) of the file name no node of this graph</source>
        <translation>
            <numerusform>文件中有 %n 个条目不对应此图的任何节点</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::PassTimeline</name>
    <message>
        <source>Comparing with the pass before</source>
        <translation>正在与上一个 pass 比较</translation>
    </message>
</context>
<context>
    <name>nw::views::PatternEditor</name>
    <message>
        <source>Pattern table</source>
        <translation>模式表</translation>
    </message>
</context>
<context>
    <name>nw::views::PatternResults</name>
    <message>
        <source>What the patterns take</source>
        <translation>模式匹配的内容</translation>
    </message>
    <message>
        <source>Change the table so: %1</source>
        <translation>如此更改表：%1</translation>
    </message>
    <message>
        <source>Step through this trial</source>
        <translation>单步跟踪此次尝试</translation>
    </message>
</context>
<context>
    <name>nw::views::PatternResultsModel</name>
    <message>
        <source>rule, applied</source>
        <translation>规则，已应用</translation>
    </message>
    <message>
        <source>rule, %1 of %2</source>
        <translation>规则，%1 / %2</translation>
    </message>
    <message>
        <source>rule, matches nowhere</source>
        <translation>规则，无匹配</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>matches nowhere</source>
        <translation>无匹配</translation>
    </message>
    <message>
        <source>the results</source>
        <translation>结果</translation>
    </message>
    <message numerus="yes">
        <source>%n place(s): %1</source>
        <translation>
            <numerusform>%n 处：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n 个匹配</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> (%n node(s) computed outside too)</source>
        <translation>
            <numerusform> （%n 个节点也在外部计算）</numerusform>
        </translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>匹配</translation>
    </message>
</context>
<context>
    <name>nw::views::PatternsPanel</name>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Open a pattern table (.pat) in a tab of its own</source>
        <translation>在单独的标签页中打开模式表 (.pat)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Write this table to its file, or choose one</source>
        <translation>将此表写入其文件，或选择文件</translation>
    </message>
    <message>
        <source>One statement a line, in TVM&apos;s words; Alt+Up and Alt+Down move a line</source>
        <translation>每行一条语句，采用 TVM 的写法；Alt+Up 和 Alt+Down 移动行</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>Offloading</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>Rewriting</source>
        <translation>重写</translation>
    </message>
    <message>
        <source>From selection</source>
        <translation>来自所选</translation>
    </message>
    <message>
        <source>Matching patterns</source>
        <translation>正在匹配模式</translation>
    </message>
    <message>
        <source>Matches that the last edit gained and lost: %1</source>
        <translation>上次编辑增减的匹配：%1</translation>
    </message>
    <message>
        <source>Looking for fixes of patterns</source>
        <translation>正在查找模式的修正</translation>
    </message>
    <message numerus="yes">
        <source>Takes nothing: %1 take(s) all %n place(s) first</source>
        <translation>
            <numerusform>无匹配：全部 %n 处先被 %1 匹配</numerusform>
        </translation>
    </message>
    <message>
        <source>Takes nothing in this model</source>
        <translation>在此模型中无匹配</translation>
    </message>
    <message>
        <source>table %1</source>
        <translation>表 %1</translation>
    </message>
    <message>
        <source>Opened %1</source>
        <translation>已打开 %1</translation>
    </message>
    <message>
        <source>another table in front</source>
        <translation>切换到另一个表</translation>
    </message>
    <message>
        <source>table %1 closed</source>
        <translation>表 %1 已关闭</translation>
    </message>
    <message>
        <source>Closed %1; undo brings it back</source>
        <translation>已关闭 %1；可撤销</translation>
    </message>
    <message>
        <source>table saved as %1</source>
        <translation>表已另存为 %1</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Pages of the table</source>
        <translation>表的页面</translation>
    </message>
</context>
<context>
    <name>nw::views::PlaceBar</name>
    <message>
        <source>The part of the graph that is shown</source>
        <translation>当前显示的图的部分</translation>
    </message>
    <message>
        <source>One step less around</source>
        <translation>周围减少一步</translation>
    </message>
    <message>
        <source>One step more around</source>
        <translation>周围增加一步</translation>
    </message>
    <message>
        <source>Show again what was hidden</source>
        <translation>重新显示隐藏的内容</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Show the whole graph again</source>
        <translation>重新显示整个图</translation>
    </message>
    <message>
        <source>Go out to %1</source>
        <translation>返回 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n hidden · Show</source>
        <translation>
            <numerusform>隐藏了 %n 个 · 显示</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::Player</name>
    <message>
        <source>Fusion, step by step</source>
        <translation>逐步查看融合</translation>
    </message>
    <message>
        <source>To the phase before (Page Up)</source>
        <translation>到上一阶段 (Page Up)</translation>
    </message>
    <message>
        <source>One decision back (Left)</source>
        <translation>后退一个决定 (Left)</translation>
    </message>
    <message>
        <source>Play (Space)</source>
        <translation>播放 (Space)</translation>
    </message>
    <message>
        <source>One decision on (Right)</source>
        <translation>前进一个决定 (Right)</translation>
    </message>
    <message>
        <source>To the next phase (Page Down)</source>
        <translation>到下一阶段 (Page Down)</translation>
    </message>
    <message>
        <source>Leave the algorithm (Esc)</source>
        <translation>退出算法 (Esc)</translation>
    </message>
    <message>
        <source>Decisions of the algorithm</source>
        <translation>算法的决定</translation>
    </message>
    <message>
        <source>Phase %1 begins</source>
        <translation>阶段 %1 开始</translation>
    </message>
    <message>
        <source>Every node is alone. First the tree of dominators: where do a node&apos;s uses all meet again?</source>
        <translation>每个节点各自独立。首先是支配树：一个节点的所有使用在何处重新汇合？</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>nw::views::PrintedComparison</name>
    <message>
        <source>it is not complete</source>
        <translation>它不完整</translation>
    </message>
    <message>
        <source>line %1: </source>
        <translation>第 %1 行： </translation>
    </message>
    <message>
        <source>line %1 there</source>
        <translation>对方第 %1 行</translation>
    </message>
    <message>
        <source>line %1 here</source>
        <translation>此处第 %1 行</translation>
    </message>
    <message>
        <source>What it is compared with has no loop nest: %1</source>
        <translation>比较对象没有循环嵌套：%1</translation>
    </message>
    <message>
        <source>This has no loop nest: %1</source>
        <translation>此项没有循环嵌套：%1</translation>
    </message>
    <message>
        <source>The loop nests are the same schedule of the same computation.</source>
        <translation>两个循环嵌套是同一计算的同一调度。</translation>
    </message>
    <message>
        <source>Indices and conditions that were found equal at the ends of their loops and in some iterations between: %1.</source>
        <translation>在循环两端及中间若干迭代处被判定相等的下标和条件：%1。</translation>
    </message>
    <message>
        <source>The loop nests differ in one place:</source>
        <translation>循环嵌套有一处不同：</translation>
    </message>
    <message>
        <source>The loop nests differ in %1 places:</source>
        <translation>循环嵌套有 %1 处不同：</translation>
    </message>
</context>
<context>
    <name>nw::views::ProblemDetails</name>
    <message>
        <source>Causes, and what is possible</source>
        <translation>原因及可行的做法</translation>
    </message>
    <message>
        <source>%1. It can be undone</source>
        <translation>%1。可撤销</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到 %1</translation>
    </message>
    <message>
        <source>Select the place of this problem</source>
        <translation>选择此问题所在的位置</translation>
    </message>
    <message>
        <source>What is %1?</source>
        <translation>%1 是什么？</translation>
    </message>
    <message>
        <source>The page about this problem, with an example and its fix</source>
        <translation>此问题的说明页，含示例和修正</translation>
    </message>
</context>
<context>
    <name>nw::views::ProblemsModel</name>
    <message>
        <source>Details and fixes</source>
        <translation>详情与修正</translation>
    </message>
    <message numerus="yes">
        <source>%n time(s), first: %1</source>
        <translation>
            <numerusform>%n 次，首次：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
</context>
<context>
    <name>nw::views::ProblemsPanel</name>
    <message>
        <source>No problems.</source>
        <translation>没有问题。</translation>
    </message>
    <message>
        <source>No problems in this kernel.</source>
        <translation>此内核没有问题。</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Show the problems of the graph, of other kernels and of files too</source>
        <translation>同时显示图、其他内核和文件的问题</translation>
    </message>
    <message numerus="yes">
        <source>Show %n more of the graph and other kernels</source>
        <translation>
            <numerusform>再显示图和其他内核的 %n 个问题</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n 个警告</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n 个提示</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::QueuePage</name>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Cancel the job</source>
        <translation>取消作业</translation>
    </message>
    <message>
        <source>Jobs on this target</source>
        <translation>此目标上的作业</translation>
    </message>
    <message>
        <source>Stops the selected job, and what waits behind it (Delete)</source>
        <translation>停止所选作业及其后等待的作业 (Delete)</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Nothing runs on this target</source>
        <translation>此目标上没有运行任何作业</translation>
    </message>
</context>
<context>
    <name>nw::views::RewritePage</name>
    <message>
        <source>No rule: a line `name: pattern =&gt; replacement` is one.</source>
        <translation>没有规则：形如 `name: pattern =&gt; replacement` 的行即为规则。</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>At</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Compare before and after</source>
        <translation>比较前后</translation>
    </message>
    <message>
        <source>The model as it is and with all rules applied, side by side</source>
        <translation>并排显示原模型与应用全部规则后的模型</translation>
    </message>
    <message>
        <source>Apply to the model</source>
        <translation>应用到模型</translation>
    </message>
    <message>
        <source>Fusion and kernels are those of the rewritten model then; undo, or a second press, takes it back</source>
        <translation>融合与内核将基于重写后的模型；撤销或再次按下可恢复</translation>
    </message>
    <message>
        <source>Applications of rules</source>
        <translation>规则的应用</translation>
    </message>
    <message>
        <source>What is wrong with the rules</source>
        <translation>规则中的错误</translation>
    </message>
    <message>
        <source>Applying rules</source>
        <translation>正在应用规则</translation>
    </message>
    <message>
        <source>No rule finds its pattern in this model</source>
        <translation>没有规则在此模型中找到其模式</translation>
    </message>
    <message numerus="yes">
        <source>%n application(s) of rules</source>
        <translation>
            <numerusform>规则应用 %n 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> in %n round(s)</source>
        <translation>
            <numerusform> 共 %n 轮</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::RooflineView</name>
    <message>
        <source>Measure the machine</source>
        <translation>测量机器</translation>
    </message>
    <message>
        <source>Runs small kernels for a few seconds: one for arithmetic, one for memory, one for each cache. It is kept.</source>
        <translation>运行数秒小内核：算术一个、内存一个、每级缓存一个。结果会保留。</translation>
    </message>
    <message>
        <source>L%1</source>
        <translation>L%1</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1 %2 GB/s</source>
        <translation>%1 %2 GB/s</translation>
    </message>
    <message>
        <source>What this machine can do at most is not known yet; it is measured, never guessed.</source>
        <translation>此机器的极限尚不清楚；只测量，绝不猜测。</translation>
    </message>
    <message>
        <source>What %1 can do at most is not known yet; it is measured, never guessed.</source>
        <translation>%1 的极限尚不清楚；只测量，绝不猜测。</translation>
    </message>
    <message numerus="yes">
        <source>This machine: %1 GFLOP/s and %2 GB/s with %n thread(s).</source>
        <translation>
            <numerusform>此机器：%1 GFLOP/s，%2 GB/s，%n 个线程。</numerusform>
        </translation>
    </message>
    <message>
        <source>%3: %1 GFLOP/s and %2 GB/s.</source>
        <translation>%3：%1 GFLOP/s，%2 GB/s。</translation>
    </message>
    <message>
        <source>Run the kernel to place it under this roof.</source>
        <translation>运行内核以在此 Roofline 下标出其位置。</translation>
    </message>
    <message>
        <source>%1 GOP/s of integers at %2 operations a byte: %3 % of the memory bandwidth. The roof is that of floating-point numbers.</source>
        <translation>整数 %1 GOP/s，每字节 %2 次运算：内存带宽的 %3 %。此上限针对浮点数。</translation>
    </message>
    <message>
        <source>%1 GFLOP/s at %2 operations a byte: %3 % of the peak, %4 % of the memory bandwidth, %5 % of what the roof allows.</source>
        <translation>%1 GFLOP/s，每字节 %2 次运算：峰值的 %3 %，内存带宽的 %4 %，Roofline 上限的 %5 %。</translation>
    </message>
    <message>
        <source>More than the peak: the machine was busy when that was measured. Measure it again.</source>
        <translation>超过峰值：测量峰值时机器正忙。请重新测量。</translation>
    </message>
    <message>
        <source>Between runs its data stays in a cache.</source>
        <translation>各次运行之间其数据留在缓存中。</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>正在测量…</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>重新测量</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>operations a byte</source>
        <translation>每字节运算量</translation>
    </message>
    <message>
        <source>GOP/s</source>
        <translation>GOP/s</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <source>%1 GOP/s</source>
        <translation>%1 GOP/s</translation>
    </message>
    <message>
        <source>%1 GFLOP/s</source>
        <translation>%1 GFLOP/s</translation>
    </message>
    <message>
        <source>%1: %2 µs, %3</source>
        <translation>%1：%2 µs，%3</translation>
    </message>
    <message>
        <source>%1; the present state</source>
        <translation>%1；当前状态</translation>
    </message>
    <message>
        <source>%1; Enter or a click goes back to it</source>
        <translation>%1；按 Enter 或点击可返回</translation>
    </message>
    <message>
        <source>Roofline in words</source>
        <translation>Roofline 文字说明</translation>
    </message>
    <message>
        <source>Rates: %1.</source>
        <translation>速率：%1。</translation>
    </message>
</context>
<context>
    <name>nw::views::RunBadge</name>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>unchecked</source>
        <translation>未检查</translation>
    </message>
    <message>
        <source>Run the kernel to compare it with its reference</source>
        <translation>运行内核以与参考结果比较</translation>
    </message>
</context>
<context>
    <name>nw::views::RunPanel</name>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Without file</source>
        <translation>不用文件</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>File, or what was found</source>
        <translation>文件或结果</translation>
    </message>
    <message>
        <source>Inputs and outputs of the model</source>
        <translation>模型的输入与输出</translation>
    </message>
    <message>
        <source>A .npy or .pb for the input, or for what the output is expected to be; or drop one on it</source>
        <translation>为输入或期望的输出选择 .npy 或 .pb；也可将文件拖放到该行</translation>
    </message>
    <message>
        <source>Fill the input by rule; expect nothing of the output</source>
        <translation>按规则填充输入；对输出不作期望</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>filled by rule</source>
        <translation>按规则填充</translation>
    </message>
    <message>
        <source>Outputs: after a run</source>
        <translation>输出：运行之后</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>as expected (largest error %1)</source>
        <translation>符合期望（最大误差 %1）</translation>
    </message>
    <message>
        <source>DIFFERS: %1</source>
        <translation>不一致：%1</translation>
    </message>
    <message>
        <source>Run the model to see its outputs.</source>
        <translation>运行模型以查看其输出。</translation>
    </message>
    <message>
        <source>%1 is filled by rule. Drop a .npy or .pb on its row, or on its node.</source>
        <translation>%1 按规则填充。可将 .npy 或 .pb 拖放到其行或节点上。</translation>
    </message>
    <message>
        <source>A tensor for %1</source>
        <translation>%1 的张量</translation>
    </message>
    <message>
        <source>Tensors (*.npy *.pb)</source>
        <translation>张量 (*.npy *.pb)</translation>
    </message>
</context>
<context>
    <name>nw::views::RunText</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
    <message>
        <source>%1 GOP/s</source>
        <translation>%1 GOP/s</translation>
    </message>
    <message>
        <source>%1 GFLOP/s</source>
        <translation>%1 GFLOP/s</translation>
    </message>
    <message>
        <source>%1 (about)</source>
        <translation>%1（约）</translation>
    </message>
    <message>
        <source>%1 emulated</source>
        <translation>%1（仿真）</translation>
    </message>
    <message>
        <source> · %1 instructions</source>
        <translation> · %1 条指令</translation>
    </message>
    <message>
        <source> · noisy: %1 % over the fastest</source>
        <translation> · 有噪声：比最快慢 %1 %</translation>
    </message>
    <message>
        <source> · noisy: ± %1 %</source>
        <translation> · 有噪声：± %1 %</translation>
    </message>
</context>
<context>
    <name>nw::views::RunTimeline</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, after %2</source>
        <translation>%1，%2 之后</translation>
    </message>
    <message>
        <source>%1 operations, %2</source>
        <translation>%1 次运算，%2</translation>
    </message>
    <message>
        <source>%1 read and written</source>
        <translation>读写 %1</translation>
    </message>
</context>
<context>
    <name>nw::views::RunTimelineView</name>
    <message>
        <source>Timeline of the last run</source>
        <translation>最近一次运行的时间线</translation>
    </message>
    <message>
        <source>memory of values, at most %1</source>
        <translation>值占用的内存，最多 %1</translation>
    </message>
</context>
<context>
    <name>nw::views::ScheduleMenu</name>
    <message>
        <source>Schedule in use</source>
        <translation>使用中的调度</translation>
    </message>
    <message>
        <source>Which schedule this kernel has, and which groups share it</source>
        <translation>此内核的调度，以及共享它的组</translation>
    </message>
    <message>
        <source>default schedule</source>
        <translation>默认调度</translation>
    </message>
    <message>
        <source> · shared with group %1</source>
        <translation> · 与组 %1 共享</translation>
    </message>
    <message>
        <source> · shared with %1 groups</source>
        <translation> · 与 %1 个组共享</translation>
    </message>
    <message>
        <source>Default schedule</source>
        <translation>默认调度</translation>
    </message>
    <message>
        <source>New schedule from this one</source>
        <translation>基于此调度新建</translation>
    </message>
    <message>
        <source>New schedule from plain loops</source>
        <translation>从普通循环新建调度</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Apply these steps to</source>
        <translation>将这些步骤应用于</translation>
    </message>
    <message>
        <source>Computes the same and shares the schedule</source>
        <translation>计算相同并共享此调度</translation>
    </message>
    <message>
        <source>Group %1</source>
        <translation>组 %1</translation>
    </message>
    <message>
        <source>Rename the schedule</source>
        <translation>重命名调度</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Group %1 · %2</source>
        <translation>组 %1 · %2</translation>
    </message>
    <message>
        <source>Any other kernel…</source>
        <translation>其他内核…</translation>
    </message>
    <message>
        <source>What does not carry over is left as a comment, and the problems say why</source>
        <translation>无法转移的部分保留为注释，“问题”说明原因</translation>
    </message>
    <message>
        <source>The model has no other kernel</source>
        <translation>模型没有其他内核</translation>
    </message>
    <message>
        <source>around the same operator</source>
        <translation>同一算子周围</translation>
    </message>
    <message>
        <source>Apply these steps to: type a group&apos;s number or its operators</source>
        <translation>应用这些步骤于：输入组的编号或其算子</translation>
    </message>
    <message>
        <source>schedule “%1”</source>
        <translation>调度“%1”</translation>
    </message>
    <message>
        <source>new schedule “%1”</source>
        <translation>新调度“%1”</translation>
    </message>
    <message>
        <source>Writing group %1 as plain loops</source>
        <translation>正在将组 %1 写为普通循环</translation>
    </message>
    <message>
        <source>new schedule “%1” of plain loops</source>
        <translation>由普通循环新建的调度“%1”</translation>
    </message>
    <message>
        <source>schedule “%1” removed</source>
        <translation>调度“%1”已移除</translation>
    </message>
    <message>
        <source>rename to %1</source>
        <translation>重命名为 %1</translation>
    </message>
</context>
<context>
    <name>nw::views::ScriptEditor</name>
    <message>
        <source>Script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>uncomment</source>
        <translation>取消注释</translation>
    </message>
    <message>
        <source>comment</source>
        <translation>注释</translation>
    </message>
    <message>
        <source>replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>replace all</source>
        <translation>全部替换</translation>
    </message>
    <message>
        <source>&amp;Fold the computation</source>
        <translation>折叠计算部分(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Wrap long lines</source>
        <translation>长行自动换行(&amp;W)</translation>
    </message>
    <message>
        <source>What is legal here</source>
        <translation>此处的合法操作</translation>
    </message>
    <message>
        <source>How this call is written</source>
        <translation>此调用的写法</translation>
    </message>
</context>
<context>
    <name>nw::views::ScriptFindBar</name>
    <message>
        <source>Find in the script</source>
        <translation>在脚本中查找</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>替换为</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>The one before (Shift+Enter)</source>
        <translation>上一个 (Shift+Enter)</translation>
    </message>
    <message>
        <source>The next one (Enter)</source>
        <translation>下一个 (Enter)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Replace this one and go to the next</source>
        <translation>替换此处并转到下一处</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>全部替换</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message numerus="yes">
        <source>%n in all</source>
        <translation>
            <numerusform>共 %n 处</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n replaced</source>
        <translation>
            <numerusform>已替换 %n 处</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::SelectionPage</name>
    <message>
        <source>Name of the new line</source>
        <translation>新行的名称</translation>
    </message>
    <message>
        <source>What the line is listed as; what stands before a dot is the target that takes it</source>
        <translation>该行列出时所用的名称；点号之前为接受它的目标</translation>
    </message>
    <message>
        <source>Add selected</source>
        <translation>添加所选</translation>
    </message>
    <message>
        <source>What is selected on the canvas now, as one more place that the pattern is to cover</source>
        <translation>将画布上当前所选作为模式要覆盖的又一处</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Take the chosen place out again</source>
        <translation>移除所选的位置</translation>
    </message>
    <message>
        <source>Write into the table</source>
        <translation>写入表</translation>
    </message>
    <message>
        <source>As lines at the end of the table; undo takes them out</source>
        <translation>作为行写到表末尾；可撤销</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Places that the pattern covers</source>
        <translation>模式覆盖的位置</translation>
    </message>
    <message>
        <source>Attributes that the pattern can ask for</source>
        <translation>模式可要求的属性</translation>
    </message>
    <message>
        <source>The pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Select nodes on the canvas (Ctrl+click adds one, Ctrl+drag those in a rectangle), then “Pattern from the selection” in the Graph menu or the context menu.</source>
        <translation>在画布上选择节点（Ctrl+点击添加一个，Ctrl+拖动添加矩形内的节点），然后在“图”菜单或上下文菜单中选择“从所选内容生成模式”。</translation>
    </message>
    <message>
        <source>%1 +%2</source>
        <translation>%1 +%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (no match)</source>
        <translation>%1（无匹配）</translation>
    </message>
    <message>
        <source>Making a pattern of the selection</source>
        <translation>正在从所选内容生成模式</translation>
    </message>
    <message>
        <source>A name is letters, digits and dots, as in my.block</source>
        <translation>名称由字母、数字和点组成，如 my.block</translation>
    </message>
    <message numerus="yes">
        <source>takes %n place(s)</source>
        <translation>
            <numerusform>匹配 %n 处</numerusform>
        </translation>
    </message>
    <message>
        <source>as %1: </source>
        <translation>作为 %1： </translation>
    </message>
    <message>
        <source>place %1</source>
        <translation>位置 %1</translation>
    </message>
</context>
<context>
    <name>nw::views::SettingsPage</name>
    <message>
        <source>The plugin of this target has no settings.</source>
        <translation>此目标的插件没有设置。</translation>
    </message>
    <message>
        <source>Settings belong to targets of your list: add this device to it to change them.</source>
        <translation>设置属于您列表中的目标：添加此设备后才能更改。</translation>
    </message>
    <message>
        <source>What is wrong with %1</source>
        <translation>%1 中的错误</translation>
    </message>
    <message>
        <source>“%1” is no %2</source>
        <translation>“%1”不是%2</translation>
    </message>
    <message>
        <source>setting %1 of %2</source>
        <translation>%2 的设置 %1</translation>
    </message>
</context>
<context>
    <name>nw::views::ShownPart</name>
    <message>
        <source>%1 is no longer pinned</source>
        <translation>%1 已取消固定</translation>
    </message>
    <message>
        <source>%1 is pinned: it is shown with every part of the graph</source>
        <translation>%1 已固定：将随图的任何部分一起显示</translation>
    </message>
    <message>
        <source>Whole graph</source>
        <translation>整个图</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) around %1</source>
        <translation>
            <numerusform>%1 周围 %n 步</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n node(s)</source>
        <translation>
            <numerusform>%1 / %n 个节点</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::SizeLegend</name>
    <message>
        <source>Names of sizes</source>
        <translation>尺寸名称</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>及另外 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::views::SizesBar</name>
    <message>
        <source>Sizes</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>无值</translation>
    </message>
    <message>
        <source>Size %1</source>
        <translation>尺寸 %1</translation>
    </message>
    <message>
        <source>The value of %1 that figures and runs are for; the script stays as it is</source>
        <translation>计算数值和运行时 %1 的取值；脚本保持不变</translation>
    </message>
</context>
<context>
    <name>nw::views::StepBar</name>
    <message>
        <source>One step back</source>
        <translation>后退一步</translation>
    </message>
    <message>
        <source>One step forward</source>
        <translation>前进一步</translation>
    </message>
    <message>
        <source>Step of the schedule</source>
        <translation>调度的步骤</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>步骤 %1 / %2</translation>
    </message>
    <message>
        <source>no steps</source>
        <translation>无步骤</translation>
    </message>
</context>
<context>
    <name>nw::views::TableTabs</name>
    <message>
        <source>Tables</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Of the project</source>
        <translation>项目的</translation>
    </message>
    <message>
        <source>Kept in the project</source>
        <translation>保存在项目中</translation>
    </message>
    <message>
        <source>%1: not saved</source>
        <translation>%1：未保存</translation>
    </message>
</context>
<context>
    <name>nw::views::TargetBox</name>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>This CPU</source>
        <translation>本机 CPU</translation>
    </message>
    <message>
        <source>What kernels are scheduled, checked and compiled for, and where they run: %1 (%2)</source>
        <translation>内核针对其调度、检查、编译并在其上运行的目标：%1 (%2)</translation>
    </message>
</context>
<context>
    <name>nw::views::TargetEntry</name>
    <message>
        <source>This computer · %1</source>
        <translation>本机 · %1</translation>
    </message>
    <message>
        <source>found</source>
        <translation>已找到</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>连接丢失</translation>
    </message>
    <message>
        <source>described</source>
        <translation>仅描述</translation>
    </message>
    <message>
        <source>not trusted</source>
        <translation>不受信任</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>not connected here</source>
        <translation>未在此连接</translation>
    </message>
    <message numerus="yes">
        <source>busy, %n waiting</source>
        <translation>
            <numerusform>忙，%n 个等待</numerusform>
        </translation>
    </message>
    <message>
        <source>lost, next try in %1 s</source>
        <translation>连接丢失，%1 s 后重试</translation>
    </message>
    <message>
        <source>described only: it is known by its facts, nothing runs there</source>
        <translation>仅有描述：只知其参数，无法在其上运行</translation>
    </message>
    <message>
        <source>The project was used with this target, and there is none of that name here</source>
        <translation>项目曾使用此目标，而此处没有同名目标</translation>
    </message>
</context>
<context>
    <name>nw::views::TargetLinks</name>
    <message>
        <source>connecting: %1</source>
        <translation>正在连接：%1</translation>
    </message>
    <message>
        <source>connected: runner %1 on %2</source>
        <translation>已连接：%2 上的运行器 %1</translation>
    </message>
    <message>
        <source>lost: the runner does not answer any more</source>
        <translation>连接丢失：运行器不再应答</translation>
    </message>
    <message>
        <source>released</source>
        <translation>已释放</translation>
    </message>
</context>
<context>
    <name>nw::views::TargetList</name>
    <message>
        <source>Reading the list of targets</source>
        <translation>正在读取目标列表</translation>
    </message>
    <message>
        <source>The project was last used with %1, which is not connected here</source>
        <translation>项目上次使用 %1，但此处未连接</translation>
    </message>
    <message>
        <source>Connecting %1</source>
        <translation>正在连接 %1</translation>
    </message>
    <message>
        <source>%1 could not be connected; the problems say why</source>
        <translation>无法连接 %1；“问题”说明原因</translation>
    </message>
    <message>
        <source>%1 has no facts of a target; the problems say why</source>
        <translation>%1 没有目标的参数；“问题”说明原因</translation>
    </message>
    <message>
        <source>Trusting the plugin %1</source>
        <translation>正在信任插件 %1</translation>
    </message>
    <message>
        <source>removing %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>undoing %1</source>
        <translation>撤销 %1</translation>
    </message>
    <message>
        <source>Your list of targets: %1</source>
        <translation>您的目标列表：%1</translation>
    </message>
</context>
<context>
    <name>nw::views::TargetMenu</name>
    <message>
        <source>&amp;Target</source>
        <translation>目标(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Try %1 now</source>
        <translation>立即尝试 %1(&amp;T)</translation>
    </message>
</context>
<context>
    <name>nw::views::TargetRunsModel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Of %1 that its units, clock and vectors could compute by its facts</source>
        <translation>占 %1 的比例，即按参数其单元、时钟和向量所能达到的计算能力</translation>
    </message>
    <message>
        <source>Instructions that keep a register in memory for lack of registers</source>
        <translation>因寄存器不足而将寄存器存入内存的指令</translation>
    </message>
    <message>
        <source>Bytes of the code that was loaded</source>
        <translation>所加载代码的字节数</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>%1 in instructions</source>
        <translation>%1（指令）</translation>
    </message>
    <message>
        <source>The emulator counted no instructions, and its times are compared with nothing: they are not the device&apos;s</source>
        <translation>仿真器未统计指令，其时间也不与任何时间比较：它们不是设备的时间</translation>
    </message>
    <message>
        <source>No time was taken</source>
        <translation>未测得时间</translation>
    </message>
    <message>
        <source>The other times are compared with this one</source>
        <translation>其他时间与此比较</translation>
    </message>
    <message>
        <source>Against the time on %1</source>
        <translation>对比 %1 上的时间</translation>
    </message>
    <message>
        <source>The instructions of other emulated targets are compared with these. An emulator&apos;s times are compared with nothing: they are not the device&apos;s</source>
        <translation>其他仿真目标的指令数与此比较。仿真器的时间不与任何时间比较：它们不是设备的时间</translation>
    </message>
    <message>
        <source>Fewer or more instructions than on %1. An emulator&apos;s times are compared with nothing: they are not the device&apos;s</source>
        <translation>指令数少于或多于 %1。仿真器的时间不与任何时间比较：它们不是设备的时间</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>did not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>unchecked</source>
        <translation>未检查</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>different</source>
        <translation>不一致</translation>
    </message>
    <message>
        <source>An emulator&apos;s speed is not the device&apos;s</source>
        <translation>仿真器的速度不是设备的速度</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>计时</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>Of its peak</source>
        <translation>占峰值</translation>
    </message>
    <message>
        <source>Spills</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
</context>
<context>
    <name>nw::views::TargetTreeModel</name>
    <message>
        <source>Not usable</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>%1, active</source>
        <translation>%1，当前</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
</context>
<context>
    <name>nw::views::TargetsPanel</name>
    <message>
        <source>Plugin</source>
        <translation>插件</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>节点信息</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Enter or a double click schedules, checks and runs kernels for a target</source>
        <translation>按 Enter 或双击，针对该目标调度、检查和运行内核</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Add a target</source>
        <translation>添加目标</translation>
    </message>
    <message>
        <source>Adds a target to your list</source>
        <translation>将目标添加到您的列表</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Takes the selected target out of your list (Delete)</source>
        <translation>从您的列表中移除所选目标 (Delete)</translation>
    </message>
    <message>
        <source>Use this target</source>
        <translation>使用此目标</translation>
    </message>
    <message>
        <source>Schedules, checks and runs kernels for it</source>
        <translation>针对它调度、检查和运行内核</translation>
    </message>
    <message>
        <source>Trust this plugin</source>
        <translation>信任此插件</translation>
    </message>
    <message>
        <source>Its library may be loaded from now on, as it is now; a change of it asks again</source>
        <translation>今后可按现状加载其库；库有变动时将再次询问</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>立即尝试</translation>
    </message>
    <message>
        <source>Connects at once instead of after the pause</source>
        <translation>立即连接，而不等待间隔结束</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>The target&apos;s plugin</source>
        <translation>目标的插件</translation>
    </message>
    <message>
        <source>Search the facts</source>
        <translation>搜索参数</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>All facts, as a file for --target has them</source>
        <translation>全部参数，格式同 --target 所用的文件</translation>
    </message>
    <message>
        <source>Facts of the target</source>
        <translation>目标的参数</translation>
    </message>
    <message>
        <source>because %1</source>
        <translation>因为 %1</translation>
    </message>
    <message>
        <source>legal: %1</source>
        <translation>合法：%1</translation>
    </message>
    <message>
        <source>Undo %1</source>
        <translation>撤销 %1</translation>
    </message>
    <message>
        <source>Takes the last change of your list back (%1)</source>
        <translation>撤回列表的上次更改 (%1)</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>interface %1</source>
        <translation>接口 %1</translation>
    </message>
    <message>
        <source>licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>trusted</source>
        <translation>受信任</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>manifest</source>
        <translation>清单文件</translation>
    </message>
    <message>
        <source>library</source>
        <translation>库</translation>
    </message>
    <message>
        <source>Details of the target</source>
        <translation>目标详情</translation>
    </message>
</context>
<context>
    <name>nw::views::TensorModel</name>
    <message>
        <source>expected %1</source>
        <translation>期望 %1</translation>
    </message>
    <message>
        <source>%1 ≠ %2</source>
        <translation>%1 ≠ %2</translation>
    </message>
</context>
<context>
    <name>nw::views::TensorSlice</name>
    <message>
        <source>empty: no element</source>
        <translation>空：没有元素</translation>
    </message>
    <message>
        <source>%1 element(s), none finite</source>
        <translation>%1 个元素，均非有限值</translation>
    </message>
    <message>
        <source>%1 element(s) from %2 to %3, mean %4</source>
        <translation>%1 个元素，从 %2 到 %3，均值 %4</translation>
    </message>
    <message>
        <source>; %1 zero</source>
        <translation>；%1 个为零</translation>
    </message>
    <message>
        <source>; %1 infinite</source>
        <translation>；%1 个无穷</translation>
    </message>
    <message>
        <source>; %1 NaN</source>
        <translation>；%1 个 NaN</translation>
    </message>
</context>
<context>
    <name>nw::views::TensorView</name>
    <message>
        <source>Channels as colours</source>
        <translation>通道作为颜色</translation>
    </message>
    <message>
        <source>The tensor in figures</source>
        <translation>以数字显示张量</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>[%1, %2]: %3</source>
        <translation>[%1, %2]：%3</translation>
    </message>
    <message numerus="yes">
        <source>%n text(s)</source>
        <translation>
            <numerusform>%n 个文本</numerusform>
        </translation>
    </message>
    <message>
        <source>Index in axis %1</source>
        <translation>轴 %1 的下标</translation>
    </message>
    <message>
        <source>axis %1 of %2:</source>
        <translation>轴 %1 / %2：</translation>
    </message>
    <message>
        <source>Ways to show the tensor</source>
        <translation>张量的显示方式</translation>
    </message>
</context>
<context>
    <name>nw::views::TimelineBar</name>
    <message>
        <source>Passes</source>
        <translation>Pass</translation>
    </message>
    <message>
        <source>Show the graph as each pass left it (arrow keys)</source>
        <translation>显示每个 pass 之后的图（方向键）</translation>
    </message>
    <message>
        <source>Hide the passes</source>
        <translation>隐藏 pass</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 / %2：%3</translation>
    </message>
</context>
<context>
    <name>nw::views::TrialPicture</name>
    <message>
        <source>The pattern beside the model&apos;s part</source>
        <translation>模式与模型的对应部分并列</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>nw::views::TrialView</name>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Each attempt in its order (arrow keys)</source>
        <translation>按顺序查看每次尝试（方向键）</translation>
    </message>
    <message>
        <source>The attempt before (←)</source>
        <translation>上一次尝试 (←)</translation>
    </message>
    <message>
        <source>Play (Space)</source>
        <translation>播放 (Space)</translation>
    </message>
    <message>
        <source>The next attempt (→)</source>
        <translation>下一次尝试 (→)</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>Trying a pattern</source>
        <translation>正在尝试模式</translation>
    </message>
    <message>
        <source>%1 of %2: </source>
        <translation>%1 / %2： </translation>
    </message>
    <message>
        <source>is %2 `%1`?</source>
        <translation>%2 是 `%1` 吗？</translation>
    </message>
    <message>
        <source>%2 is `%1`</source>
        <translation>%2 是 `%1`</translation>
    </message>
    <message>
        <source>%1. It matches, and is not taken: %2</source>
        <translation>%1。匹配但未采用：%2</translation>
    </message>
    <message>
        <source>the arguments of `%1` the other way round</source>
        <translation>`%1` 的参数互换</translation>
    </message>
    <message>
        <source>%2 is not `%1`</source>
        <translation>%2 不是 `%1`</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneCurve</name>
    <message>
        <source>Times of the trials</source>
        <translation>各次试验的时间</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>fastest so far</source>
        <translation>目前最快</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>start</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>default schedule</source>
        <translation>默认调度</translation>
    </message>
    <message>
        <source>best of earlier searches</source>
        <translation>此前搜索的最佳</translation>
    </message>
    <message>
        <source>peak of the machine</source>
        <translation>机器峰值</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>trials</source>
        <translation>试验</translation>
    </message>
    <message>
        <source>trial %1</source>
        <translation>试验 %1</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>%1: fastest run %2, median %3 ± %4 of %5 runs</source>
        <translation>%1：最快一次 %2，%5 次运行的中位数 %3 ± %4</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneEffectsModel</name>
    <message>
        <source>not legal</source>
        <translation>不合法</translation>
    </message>
    <message>
        <source>%1 ± %2 %</source>
        <translation>%1 ± %2 %</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) that need it</source>
        <translation>
            <numerusform>%n 个步骤依赖于它</numerusform>
        </translation>
    </message>
    <message>
        <source>Left out with it:
%1</source>
        <translation>随之去掉：
%1</translation>
    </message>
    <message>
        <source>Time of the steps before it over the time with it, by the estimate</source>
        <translation>此前步骤的时间与加上此步骤后时间之比（估计）</translation>
    </message>
    <message>
        <source>Time without it over the time of the whole schedule, by the estimate</source>
        <translation>去掉它的时间与整个调度时间之比（估计）</translation>
    </message>
    <message>
        <source>The same as measured, in turns with the whole schedule</source>
        <translation>同上，与整个调度交替实测</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>Worth</source>
        <translation>价值</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Left out with it</source>
        <translation>随之去掉</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneLocks</name>
    <message>
        <source>%1  ✕</source>
        <translation>%1  ✕</translation>
    </message>
    <message>
        <source>%1
A click takes it back.</source>
        <translation>%1
单击即可撤销。</translation>
    </message>
    <message>
        <source>Take back: %1</source>
        <translation>撤销：%1</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneMark</name>
    <message>
        <source>A search of the script&apos;s marks tries %1 here.</source>
        <translation>按脚本标记搜索时，此处尝试 %1。</translation>
    </message>
    <message>
        <source>A search of the script&apos;s marks tries every divisor of the loop up to %1 here.</source>
        <translation>按脚本标记搜索时，此处尝试循环长度的所有不大于 %1 的因数。</translation>
    </message>
    <message>
        <source>A search of the script&apos;s marks tries every divisor of the loop here.</source>
        <translation>按脚本标记搜索时，此处尝试循环长度的所有因数。</translation>
    </message>
    <message>
        <source>A search of the script&apos;s marks tries the schedule with and without this step.</source>
        <translation>按脚本标记搜索时，分别尝试有和没有这一步的调度。</translation>
    </message>
    <message>
        <source>A search of the script&apos;s marks tries every order of these loops.</source>
        <translation>按脚本标记搜索时，尝试这些循环的所有顺序。</translation>
    </message>
    <message>
        <source>A search of the script&apos;s marks tries every loop of that stage as the place.</source>
        <translation>按脚本标记搜索时，尝试把该阶段的每个循环作为计算位置。</translation>
    </message>
    <message>
        <source>This mark gives no values to try: “%1” is no list of numbers, factors, optional, order or at any.</source>
        <translation>该标记没有给出可尝试的值：“%1”既不是数字列表，也不是 factors、optional、order 或 at any。</translation>
    </message>
    <message>
        <source>The line as it is, is in use. Tune, Space: the script&apos;s marks.</source>
        <translation>当前使用的是该行现有的写法。调优，空间：脚本的标记。</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneOptions</name>
    <message>
        <source>Trials</source>
        <translation>试验</translation>
    </message>
    <message>
        <source>Schedules that are compiled and measured in addition to those of the records</source>
        <translation>除记录中已有的之外，要编译和测量的调度数</translation>
    </message>
    <message>
        <source>Schedules that are measured for each task, on average: tasks from which more is expected get more</source>
        <translation>每个任务平均测量的调度数：预期收益更大的任务得到更多</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>The search ends after so long; 0: it ends after its trials</source>
        <translation>搜索在此时长后结束；0：试验用完后结束</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>That the kernels run on</source>
        <translation>内核运行所用的线程</translation>
    </message>
    <message>
        <source>Keep lines</source>
        <translation>保留行</translation>
    </message>
    <message>
        <source>Lines of the script that every candidate keeps, such as 12, 15-17; those that you change in a schedule that you took are entered here</source>
        <translation>每个候选都保留的脚本行，如 12, 15-17；您在所采用的调度中更改的行会填入此处</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Every trial is appended to this file at once; what it holds is not measured again</source>
        <translation>每次试验立即追加到此文件；其中已有的不再测量</translation>
    </message>
    <message>
        <source>kept until this tab is closed</source>
        <translation>保留至此标签页关闭</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>Choose the file of the records</source>
        <translation>选择记录文件</translation>
    </message>
    <message>
        <source>Records of searches</source>
        <translation>搜索记录</translation>
    </message>
    <message>
        <source>Records of searches (*.jsonl);;All files (*)</source>
        <translation>搜索记录 (*.jsonl);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空间</translation>
    </message>
    <message>
        <source>of the computation</source>
        <translation>由计算得出</translation>
    </message>
    <message>
        <source>the script&apos;s marks</source>
        <translation>脚本的标记</translation>
    </message>
    <message>
        <source>All schedules that the computation allows, or only the values that the “# tune:” comments of the script list</source>
        <translation>计算所允许的全部调度，或仅限脚本中“# tune:”注释列出的值</translation>
    </message>
    <message>
        <source>The active target measures in any case</source>
        <translation>活动目标总会参与测量</translation>
    </message>
    <message>
        <source>It measures candidates beside the active target</source>
        <translation>它与活动目标一起测量候选调度</translation>
    </message>
    <message numerus="yes">
        <source>%n runner(s)</source>
        <translation>
            <numerusform>%n 个运行器</numerusform>
        </translation>
    </message>
    <message>
        <source>Candidates are measured on the active target; there is no other one</source>
        <translation>候选调度在活动目标上测量；没有其他目标</translation>
    </message>
    <message>
        <source>Targets that share the candidates: machines that are alike</source>
        <translation>共同分担候选调度的目标：同类机器</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneTasksModel</name>
    <message>
        <source>waits for its next turn</source>
        <translation>等待下一轮</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>is searched</source>
        <translation>搜索中</translation>
    </message>
    <message>
        <source>applied</source>
        <translation>已应用</translation>
    </message>
    <message>
        <source>searched</source>
        <translation>已搜索</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>How often one run of the model calls it</source>
        <translation>模型运行一次调用它的次数</translation>
    </message>
    <message>
        <source>Of the time of all tasks, weight times the best time</source>
        <translation>占所有任务时间的比例，权重乘以最佳时间</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>试验</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneTrialsModel</name>
    <message>
        <source>start</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>one run</source>
        <translation>一次运行</translation>
    </message>
    <message>
        <source>the start</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>the default schedule</source>
        <translation>默认调度</translation>
    </message>
    <message>
        <source>measured by you, or recorded</source>
        <translation>由您测量，或来自记录</translation>
    </message>
    <message>
        <source>of the records</source>
        <translation>来自记录</translation>
    </message>
    <message>
        <source>fastest %1, median %2 ± %3 of %4 runs</source>
        <translation>最快 %1，%4 次运行的中位数 %2 ± %3</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>试验</translation>
    </message>
    <message>
        <source>Fastest run</source>
        <translation>最快一次</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>估计</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>节点信息</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneView</name>
    <message>
        <source>Trials</source>
        <translation>试验</translation>
    </message>
    <message>
        <source>Loop nest against the start&apos;s</source>
        <translation>循环嵌套对比起点</translation>
    </message>
    <message>
        <source>Why it is fast</source>
        <translation>为何快</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Ends the search: start and best are measured once more, in turns</source>
        <translation>结束搜索：再次交替测量起点与最佳</translation>
    </message>
    <message>
        <source>Narrow</source>
        <translation>缩小范围</translation>
    </message>
    <message>
        <source>Over seconds</source>
        <translation>按秒</translation>
    </message>
    <message>
        <source>The curve over seconds of searching, or over trials</source>
        <translation>曲线以搜索秒数或试验数为横轴</translation>
    </message>
    <message>
        <source>Tasks of the model</source>
        <translation>模型的任务</translation>
    </message>
    <message>
        <source>Tune this task</source>
        <translation>调优此任务</translation>
    </message>
    <message>
        <source>Searches for the selected task only; a task that is left out says why</source>
        <translation>仅为所选任务搜索；被略过的任务会说明原因</translation>
    </message>
    <message>
        <source>Open the kernel</source>
        <translation>打开内核</translation>
    </message>
    <message>
        <source>Opens the task&apos;s first group in a tab</source>
        <translation>在标签页中打开任务的第一个组</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>The task&apos;s best schedule into the project, named “tuned” and in use</source>
        <translation>将任务的最佳调度放入项目，命名为“tuned”并启用</translation>
    </message>
    <message>
        <source>Apply all</source>
        <translation>全部应用</translation>
    </message>
    <message>
        <source>The best schedule of every task into the project, in one step of undo</source>
        <translation>将每个任务的最佳调度放入项目，可一步撤销</translation>
    </message>
    <message>
        <source>Measured schedules</source>
        <translation>已测量的调度</translation>
    </message>
    <message>
        <source>Take into the editor</source>
        <translation>放入编辑器</translation>
    </message>
    <message>
        <source>The selected schedule, or else the fastest, as the kernel&apos;s script: one step of undo</source>
        <translation>将所选调度（否则为最快的）作为内核脚本：可一步撤销</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Tune on</source>
        <translation>继续调优</translation>
    </message>
    <message>
        <source>Ends the measurement under way; the search goes on where it was</source>
        <translation>结束当前测量；搜索从原处继续</translation>
    </message>
    <message>
        <source>Searches on from the script in the editor; what is measured is not measured again</source>
        <translation>从编辑器中的脚本继续搜索；已测量的不再测量</translation>
    </message>
    <message>
        <source>Starts the search</source>
        <translation>开始搜索</translation>
    </message>
    <message>
        <source>Rule out steps, or keep what the best schedule has</source>
        <translation>排除步骤，或保留最佳调度的选择</translation>
    </message>
    <message>
        <source>There is a choice to be narrowed while a search runs or is paused</source>
        <translation>搜索运行或暂停时才有可缩小的选择</translation>
    </message>
    <message>
        <source>A schedule that failed is not taken: it has no time</source>
        <translation>失败的调度不能采用：它没有时间</translation>
    </message>
    <message>
        <source>Pause or stop the search first</source>
        <translation>请先暂停或停止搜索</translation>
    </message>
    <message>
        <source>It has no measured schedule yet</source>
        <translation>尚无已测量的调度</translation>
    </message>
    <message>
        <source>the start</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>%1 against the start</source>
        <translation>对比起点 %1</translation>
    </message>
    <message>
        <source>Loop nest</source>
        <translation>循环嵌套</translation>
    </message>
    <message>
        <source>select a trial first</source>
        <translation>请先选择一次试验</translation>
    </message>
    <message>
        <source>Pages of the search</source>
        <translation>搜索的页面</translation>
    </message>
</context>
<context>
    <name>nw::views::TuneWhy</name>
    <message>
        <source>Steps of the schedule</source>
        <translation>调度的步骤</translation>
    </message>
    <message>
        <source>Select a trial with a time first</source>
        <translation>请先选择一个有时间的试验</translation>
    </message>
    <message>
        <source>Times the schedule and what is left of it without each step, in turns</source>
        <translation>交替测量调度以及去掉各个步骤后的结果</translation>
    </message>
    <message>
        <source>Stop measuring</source>
        <translation>停止测量</translation>
    </message>
    <message>
        <source>Measure without each step</source>
        <translation>逐步剔除测量</translation>
    </message>
</context>
<context>
    <name>nw::views::VersionTimes</name>
    <message>
        <source>%1: %2</source>
        <comment>target, why nothing runs there</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Measuring %1, %2</source>
        <translation>正在测量 %1，%2</translation>
    </message>
    <message>
        <source>%1 did not run: %2</source>
        <translation>%1 未运行：%2</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>无应答</translation>
    </message>
</context>
<context>
    <name>nw::views::Weights</name>
    <message>
        <source>Constant %1</source>
        <translation>常量 %1</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Its values are not in the file.</source>
        <translation>其值不在文件中。</translation>
    </message>
    <message>
        <source>range</source>
        <translation>值域</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>mean, deviation</source>
        <translation>均值，标准差</translation>
    </message>
    <message>
        <source>histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>零值</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>非有限值</translation>
    </message>
    <message>
        <source>first values</source>
        <translation>前几个值</translation>
    </message>
</context>
<context>
    <name>nw::views::WhatIf</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>in force</source>
        <translation>生效中</translation>
    </message>
    <message>
        <source>What if: %1</source>
        <translation>假设：%1</translation>
    </message>
    <message>
        <source>At most this many operators in a group</source>
        <translation>一个组中的算子数上限</translation>
    </message>
    <message>
        <source>Opt level of fusion</source>
        <translation>融合的优化级别</translation>
    </message>
    <message>
        <source>Pattern of this node</source>
        <translation>此节点的模式</translation>
    </message>
    <message>
        <source>Pattern of every operator like it</source>
        <translation>所有同类算子的模式</translation>
    </message>
    <message>
        <source>Fence: nothing fuses out of this node</source>
        <translation>屏障：此节点的输出不参与融合</translation>
    </message>
    <message>
        <source>Fuse this edge whatever the rules say</source>
        <translation>无视规则融合此边</translation>
    </message>
    <message>
        <source>Never fuse this edge</source>
        <translation>从不融合此边</translation>
    </message>
    <message>
        <source>Leave this edge to the rules</source>
        <translation>此边交由规则决定</translation>
    </message>
    <message>
        <source>Drop all of them</source>
        <translation>全部取消</translation>
    </message>
    <message>
        <source>open a model first</source>
        <translation>请先打开模型</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>only of the fused graph (Alt+3)</source>
        <translation>仅适用于融合后的图 (Alt+3)</translation>
    </message>
    <message>
        <source>what is selected is no operator</source>
        <translation>所选内容不是算子</translation>
    </message>
    <message>
        <source>select an operator first</source>
        <translation>请先选择一个算子</translation>
    </message>
    <message>
        <source>select an edge first</source>
        <translation>请先选择一条边</translation>
    </message>
    <message>
        <source>no what-if is in force</source>
        <translation>没有生效的假设</translation>
    </message>
    <message>
        <source>Its own</source>
        <translation>自身的模式</translation>
    </message>
    <message>
        <source>Pattern of every %1</source>
        <translation>所有 %1 的模式</translation>
    </message>
    <message>
        <source>Try what would fuse it: %1</source>
        <translation>尝试可使其融合的更改：%1</translation>
    </message>
    <message>
        <source>256 (TVM&apos;s default)</source>
        <translation>256（TVM 默认值）</translation>
    </message>
    <message>
        <source>2 (TVM&apos;s default)</source>
        <translation>2（TVM 默认值）</translation>
    </message>
    <message>
        <source>What-ifs in force</source>
        <translation>生效的假设</translation>
    </message>
    <message>
        <source>Drop: %1</source>
        <translation>取消：%1</translation>
    </message>
    <message>
        <source>no what-ifs</source>
        <translation>无假设</translation>
    </message>
</context>
<context>
    <name>nw::views::WindowWords</name>
    <message>
        <source>Give %1 a value in its box above the script</source>
        <translation>在脚本上方的输入框中为 %1 赋值</translation>
    </message>
    <message>
        <source>Give %1 a value: Inspector, Dynamic dimensions, with nothing selected</source>
        <translation>为 %1 赋值：检查器，动态维度，不选择任何内容时</translation>
    </message>
    <message>
        <source>Line %1 is to be kept, and is no step of the schedule</source>
        <translation>第 %1 行要保留，但它不是调度步骤</translation>
    </message>
    <message>
        <source>Lines to be kept: %1</source>
        <translation>保留行：%1</translation>
    </message>
    <message>
        <source>Allow it more time: Kernel menu, Time limit of a run</source>
        <translation>给予更多时间：“内核”菜单，运行时限</translation>
    </message>
    <message>
        <source>A greater limit: Graph menu, What if, At most this many operators in a group</source>
        <translation>更大的上限：“图”菜单，假设，一个组中的算子数上限</translation>
    </message>
    <message>
        <source>%1: %2 as %3, in the node&apos;s menu under What if</source>
        <translation>%1：%2 作为 %3，位于节点菜单的“假设”下</translation>
    </message>
</context>
<context>
    <name>nw::views::Workbench</name>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>Group %1: %2</source>
        <translation>组 %1：%2</translation>
    </message>
    <message>
        <source>Applying the steps to group %1</source>
        <translation>正在将步骤应用于组 %1</translation>
    </message>
    <message>
        <source>The steps could not be applied to group %1, see Problems</source>
        <translation>无法将步骤应用于组 %1，见“问题”</translation>
    </message>
    <message>
        <source>steps of %1</source>
        <translation>%1 的步骤</translation>
    </message>
    <message numerus="yes">
        <source>Applied %n step(s)</source>
        <translation>
            <numerusform>已应用 %n 个步骤</numerusform>
        </translation>
    </message>
    <message>
        <source>Applied %1 of %2 steps; why the others did not carry over stands in Problems, and they stand as comments</source>
        <translation>已应用 %2 个步骤中的 %1 个；其余未能转移的原因见“问题”，它们保留为注释</translation>
    </message>
</context>
<context>
    <name>nw::window::ActionState</name>
    <message>
        <source>&amp;Undo %1</source>
        <translation>撤销 %1(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Run the network first: these groups have no times</source>
        <translation>请先运行网络：这些组没有时间</translation>
    </message>
    <message>
        <source>Stop &amp;measuring the branch</source>
        <translation>停止测量分支(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Measure this branch</source>
        <translation>测量此分支(&amp;M)</translation>
    </message>
    <message>
        <source>While fusion is played the colours are those of the groups</source>
        <translation>播放融合过程时，颜色表示各组</translation>
    </message>
    <message>
        <source>Run is for the graph and for kernels; other tabs have buttons of their own</source>
        <translation>“运行”用于图和内核；其他标签页有各自的按钮</translation>
    </message>
    <message>
        <source>This group has no loops to run</source>
        <translation>此组没有可运行的循环</translation>
    </message>
    <message>
        <source>There is no network to run</source>
        <translation>没有可运行的网络</translation>
    </message>
    <message>
        <source>A network is run group by group: show its fused graph first</source>
        <translation>网络按组运行：请先显示融合后的图</translation>
    </message>
    <message>
        <source>The groups are not known yet</source>
        <translation>尚不知道各组</translation>
    </message>
    <message>
        <source>A network is run from its file: pasted text has none</source>
        <translation>网络从其文件运行：粘贴的文本没有文件</translation>
    </message>
    <message>
        <source>The node is in no fused group</source>
        <translation>该节点不在任何融合组中</translation>
    </message>
    <message>
        <source>Run the kernel to know where the time of its code goes</source>
        <translation>运行内核以了解其代码的时间花在何处</translation>
    </message>
    <message>
        <source>There is no network: open one first</source>
        <translation>没有网络：请先打开一个</translation>
    </message>
    <message>
        <source>Kernels are those of fused groups: show the fused graph first</source>
        <translation>内核属于融合组：请先显示融合后的图</translation>
    </message>
    <message>
        <source>Select a node or a fused group first</source>
        <translation>请先选择一个节点或融合组</translation>
    </message>
    <message>
        <source>This is for kernels: show the tab of one first</source>
        <translation>此操作用于内核：请先显示一个内核的标签页</translation>
    </message>
</context>
<context>
    <name>nw::window::Actions</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a model, script or project</source>
        <translation>打开模型、脚本或项目</translation>
    </message>
    <message>
        <source>Open the &amp;sample network</source>
        <translation>打开示例网络(&amp;S)</translation>
    </message>
    <message>
        <source>Open the small residual network that comes along</source>
        <translation>打开附带的小型残差网络</translation>
    </message>
    <message>
        <source>Open from the &amp;clipboard</source>
        <translation>从剪贴板打开(&amp;C)</translation>
    </message>
    <message>
        <source>Open Relay text or a script that was copied</source>
        <translation>打开复制的 Relay 文本或脚本</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save the project: the model&apos;s choices and schedules</source>
        <translation>保存项目：模型的选择和调度</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Save the project under another name</source>
        <translation>以其他名称保存项目</translation>
    </message>
    <message>
        <source>Export the &amp;picture…</source>
        <translation>导出图片(&amp;P)…</translation>
    </message>
    <message>
        <source>Export the &amp;visible part…</source>
        <translation>导出可见部分(&amp;V)…</translation>
    </message>
    <message>
        <source>Export the se&amp;lection…</source>
        <translation>导出所选(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Copy the picture</source>
        <translation>复制图片(&amp;C)</translation>
    </message>
    <message>
        <source>Put what is on screen of the graph into the clipboard</source>
        <translation>将图在屏幕上的部分放入剪贴板</translation>
    </message>
    <message>
        <source>Export a &amp;report…</source>
        <translation>导出报告(&amp;R)…</translation>
    </message>
    <message>
        <source>Write picture, groups and reasons as one HTML file</source>
        <translation>将图片、分组和原因写为一个 HTML 文件</translation>
    </message>
    <message>
        <source>&amp;Close tab</source>
        <translation>关闭标签页(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Quit Nestwright</source>
        <translation>退出 Nestwright</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Undo the last change</source>
        <translation>撤销上一次更改</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Redo what was undone</source>
        <translation>重做已撤销的更改</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>Find nodes by operator, name, shape or type; in a kernel, text of its script</source>
        <translation>按算子、名称、形状或类型查找节点；在内核中查找脚本文本</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Go to the next match</source>
        <translation>转到下一个匹配</translation>
    </message>
    <message>
        <source>Find &amp;previous</source>
        <translation>查找上一个(&amp;P)</translation>
    </message>
    <message>
        <source>Go to the match before</source>
        <translation>转到上一个匹配</translation>
    </message>
    <message>
        <source>&amp;Command palette…</source>
        <translation>命令面板(&amp;C)…</translation>
    </message>
    <message>
        <source>Search nodes, groups and commands</source>
        <translation>搜索节点、组和命令</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>Back to what was selected before</source>
        <translation>回到之前所选的内容</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>前进(&amp;W)</translation>
    </message>
    <message>
        <source>Forward again</source>
        <translation>再次前进</translation>
    </message>
    <message>
        <source>Show &amp;all</source>
        <translation>显示全部(&amp;A)</translation>
    </message>
    <message>
        <source>Fit the whole graph in</source>
        <translation>使整个图适合窗口</translation>
    </message>
    <message>
        <source>&amp;Open all scopes</source>
        <translation>打开所有作用域(&amp;O)</translation>
    </message>
    <message>
        <source>Open every name scope</source>
        <translation>打开每个名称作用域</translation>
    </message>
    <message>
        <source>C&amp;lose all scopes</source>
        <translation>关闭所有作用域(&amp;L)</translation>
    </message>
    <message>
        <source>Close every name scope</source>
        <translation>关闭每个名称作用域</translation>
    </message>
    <message>
        <source>Open scopes as at &amp;first</source>
        <translation>恢复初始展开(&amp;F)</translation>
    </message>
    <message>
        <source>Open as many scopes as are easy to read</source>
        <translation>打开便于阅读的数量的作用域</translation>
    </message>
    <message>
        <source>&amp;Wrap long chains</source>
        <translation>长链换列(&amp;W)</translation>
    </message>
    <message>
        <source>Put long chains in columns beside each other, or one below the other</source>
        <translation>将长链并排成列，或自上而下排列</translation>
    </message>
    <message>
        <source>From left to ri&amp;ght</source>
        <translation>从左到右(&amp;G)</translation>
    </message>
    <message>
        <source>Data flow to the right instead of downward</source>
        <translation>数据向右流动，而不是向下</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源图</translation>
    </message>
    <message>
        <source>The graph as the file has it</source>
        <translation>文件中的图</translation>
    </message>
    <message>
        <source>Optimized</source>
        <translation>优化后</translation>
    </message>
    <message>
        <source>The graph after all passes</source>
        <translation>经过所有 pass 的图</translation>
    </message>
    <message>
        <source>Fused</source>
        <translation>融合后</translation>
    </message>
    <message>
        <source>The optimized graph with its fused groups</source>
        <translation>优化后的图及其融合组</translation>
    </message>
    <message>
        <source>&amp;Edit the kernel</source>
        <translation>编辑内核(&amp;E)</translation>
    </message>
    <message>
        <source>Open the selected group&apos;s kernel</source>
        <translation>打开所选组的内核</translation>
    </message>
    <message>
        <source>E&amp;xport the kernel…</source>
        <translation>导出内核(&amp;X)…</translation>
    </message>
    <message>
        <source>Write this kernel as code, as another tool&apos;s schedule or as a page</source>
        <translation>将此内核写为代码、其他工具的调度或网页</translation>
    </message>
    <message>
        <source>Pre&amp;view an export…</source>
        <translation>预览导出(&amp;V)…</translation>
    </message>
    <message>
        <source>Read this kernel as code or as another tool&apos;s schedule, and copy it</source>
        <translation>以代码或其他工具的调度形式查看并复制此内核</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>Run this kernel, or on the graph the whole network: check it and measure its time</source>
        <translation>运行此内核（在图上则运行整个网络）：检查并测量时间</translation>
    </message>
    <message>
        <source>&amp;Measure this branch</source>
        <translation>测量此分支(&amp;M)</translation>
    </message>
    <message>
        <source>Measure every state from the first to this one that has no time yet, one after the other</source>
        <translation>依次测量从初始到此状态之间尚无时间的每个状态</translation>
    </message>
    <message>
        <source>Measure &amp;on…</source>
        <translation>在目标上测量(&amp;O)…</translation>
    </message>
    <message>
        <source>Measure this kernel on several targets, and compare them in a table</source>
        <translation>在多个目标上测量此内核，并以表格比较</translation>
    </message>
    <message>
        <source>T&amp;une…</source>
        <translation>调优(&amp;U)…</translation>
    </message>
    <message>
        <source>Search for a fast schedule of this kernel: many are estimated, the best are measured</source>
        <translation>为此内核搜索快速的调度：估计大量候选，测量其中最好的</translation>
    </message>
    <message>
        <source>Tune the mo&amp;del…</source>
        <translation>调优模型(&amp;D)…</translation>
    </message>
    <message>
        <source>Search for fast schedules of all tasks of the model, in turns</source>
        <translation>轮流为模型的所有任务搜索快速的调度</translation>
    </message>
    <message>
        <source>Expla&amp;in the default schedule</source>
        <translation>解释默认调度(&amp;I)</translation>
    </message>
    <message>
        <source>The default schedule of this kernel against yours: what each step gives, and both times</source>
        <translation>此内核的默认调度与您的调度：各步骤的收益及两者的时间</translation>
    </message>
    <message>
        <source>&amp;Time limit of a run…</source>
        <translation>运行时限(&amp;T)…</translation>
    </message>
    <message>
        <source>How long a kernel may take before it is stopped; a network has ten times as long</source>
        <translation>内核运行多久后被停止；网络为其十倍</translation>
    </message>
    <message>
        <source>&amp;Choose the target…</source>
        <translation>选择目标(&amp;C)…</translation>
    </message>
    <message>
        <source>Choose what kernels are scheduled and checked for, and where they run</source>
        <translation>选择内核的调度与检查所针对的目标及运行位置</translation>
    </message>
    <message>
        <source>Target from a &amp;file…</source>
        <translation>从文件读取目标(&amp;F)…</translation>
    </message>
    <message>
        <source>Read the facts of a device from a JSON file: schedules are checked for it, nothing runs</source>
        <translation>从 JSON 文件读取设备参数：针对它检查调度，不在其上运行</translation>
    </message>
    <message>
        <source>&amp;Add a target…</source>
        <translation>添加目标(&amp;A)…</translation>
    </message>
    <message>
        <source>Add an emulated device, another machine or a command to your targets</source>
        <translation>将仿真设备、另一台机器或命令添加到您的目标</translation>
    </message>
    <message>
        <source>&amp;Look for targets again</source>
        <translation>重新查找目标(&amp;L)</translation>
    </message>
    <message>
        <source>Read manifests and your list of targets again</source>
        <translation>重新读取清单文件和您的目标列表</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>Light or dark as the desktop is</source>
        <translation>浅色或深色，与桌面一致</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>Light colours</source>
        <translation>浅色配色</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>Dark colours</source>
        <translation>深色配色</translation>
    </message>
    <message>
        <source>&amp;Reduce motion</source>
        <translation>减少动画(&amp;R)</translation>
    </message>
    <message>
        <source>Show changes at once instead of moving things</source>
        <translation>直接显示更改，不使用动画</translation>
    </message>
    <message>
        <source>&amp;Reset the layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>Put every panel back where it was at first</source>
        <translation>将所有面板恢复到初始位置</translation>
    </message>
    <message>
        <source>&amp;Fold the panels below</source>
        <translation>折叠下方面板(&amp;F)</translation>
    </message>
    <message>
        <source>Leave only the tabs of the panels below, or show the panels again</source>
        <translation>只保留下方面板的标签，或重新显示面板</translation>
    </message>
    <message>
        <source>Show only what is &amp;near</source>
        <translation>仅显示附近(&amp;N)</translation>
    </message>
    <message>
        <source>Show the surroundings of what is selected, and nothing else</source>
        <translation>只显示所选内容的周围</translation>
    </message>
    <message>
        <source>Show &amp;only what is selected</source>
        <translation>仅显示所选(&amp;O)</translation>
    </message>
    <message>
        <source>Show what is selected, and nothing else</source>
        <translation>只显示所选内容</translation>
    </message>
    <message>
        <source>&amp;Hide what is selected</source>
        <translation>隐藏所选(&amp;H)</translation>
    </message>
    <message>
        <source>Take what is selected off the canvas</source>
        <translation>将所选内容从画布上移除</translation>
    </message>
    <message>
        <source>Show e&amp;verything</source>
        <translation>全部显示(&amp;V)</translation>
    </message>
    <message>
        <source>Show the whole graph again</source>
        <translation>重新显示整个图</translation>
    </message>
    <message>
        <source>&amp;Bookmark what is selected</source>
        <translation>为所选添加书签(&amp;B)</translation>
    </message>
    <message>
        <source>Remember the selected node, or forget it again</source>
        <translation>记住所选节点，或取消记忆</translation>
    </message>
    <message>
        <source>&amp;Step through fusion</source>
        <translation>单步跟踪融合(&amp;S)</translation>
    </message>
    <message>
        <source>Follow the algorithm: dominators, then every merge</source>
        <translation>跟踪算法：先支配关系，再逐次合并</translation>
    </message>
    <message>
        <source>Compare with another &amp;file…</source>
        <translation>与其他文件比较(&amp;F)…</translation>
    </message>
    <message>
        <source>Compare with the so&amp;urce</source>
        <translation>与源图比较(&amp;U)</translation>
    </message>
    <message>
        <source>The graph as the file has it, beside the graph after all passes</source>
        <translation>并排显示文件中的图与经过所有 pass 的图</translation>
    </message>
    <message>
        <source>Compare the &amp;groups before and after</source>
        <translation>比较前后的组(&amp;G)</translation>
    </message>
    <message>
        <source>What the last what-if did, side by side</source>
        <translation>并排显示上一个假设的效果</translation>
    </message>
    <message>
        <source>Compare t&amp;wo fusion settings…</source>
        <translation>比较两种融合设置(&amp;W)…</translation>
    </message>
    <message>
        <source>The groups under two opt levels, depths or sets of what-ifs</source>
        <translation>两种优化级别、深度或假设下的分组</translation>
    </message>
    <message>
        <source>Compare two &amp;versions</source>
        <translation>比较两个版本(&amp;V)</translation>
    </message>
    <message>
        <source>Two states or schedules of this kernel side by side, with code and times</source>
        <translation>并排显示此内核的两个状态或调度，含代码和时间</translation>
    </message>
    <message>
        <source>Show the &amp;passes</source>
        <translation>显示 pass(&amp;P)</translation>
    </message>
    <message>
        <source>A slider over the graph as each pass left it</source>
        <translation>用滑块查看每个 pass 之后的图</translation>
    </message>
    <message>
        <source>P&amp;attern from the selection</source>
        <translation>从所选内容生成模式(&amp;A)</translation>
    </message>
    <message>
        <source>Write a pattern of what is selected, and see where else it matches</source>
        <translation>为所选内容编写模式，并查看还匹配何处</translation>
    </message>
    <message>
        <source>Add the selection to the pattern</source>
        <translation>将所选添加到模式</translation>
    </message>
    <message>
        <source>The least general pattern that covers what is selected now as well</source>
        <translation>同时覆盖当前所选的最特化的模式</translation>
    </message>
    <message>
        <source>&amp;Numbers from a file…</source>
        <translation>来自文件的数字(&amp;N)…</translation>
    </message>
    <message>
        <source>Colour by a JSON file of node names and numbers</source>
        <translation>按包含节点名称和数字的 JSON 文件着色</translation>
    </message>
    <message>
        <source>&amp;Nothing</source>
        <translation>无(&amp;N)</translation>
    </message>
    <message>
        <source>No colours but the groups&apos;</source>
        <translation>只用组的颜色</translation>
    </message>
    <message>
        <source>&amp;Operations</source>
        <translation>运算量(&amp;O)</translation>
    </message>
    <message>
        <source>Colour by arithmetic operations</source>
        <translation>按算术运算量着色</translation>
    </message>
    <message>
        <source>&amp;Bytes</source>
        <translation>字节数(&amp;B)</translation>
    </message>
    <message>
        <source>Colour by the size of what is given</source>
        <translation>按输出大小着色</translation>
    </message>
    <message>
        <source>Operations a &amp;byte</source>
        <translation>每字节运算量(&amp;B)</translation>
    </message>
    <message>
        <source>Colour by arithmetic intensity</source>
        <translation>按算术强度着色</translation>
    </message>
    <message>
        <source>&amp;Data type</source>
        <translation>数据类型(&amp;D)</translation>
    </message>
    <message>
        <source>Colour by data type</source>
        <translation>按数据类型着色</translation>
    </message>
    <message>
        <source>D&amp;ynamic shapes</source>
        <translation>动态形状(&amp;Y)</translation>
    </message>
    <message>
        <source>Colour by whether the shape is fixed</source>
        <translation>按形状是否固定着色</translation>
    </message>
    <message>
        <source>&amp;Group size</source>
        <translation>组大小(&amp;G)</translation>
    </message>
    <message>
        <source>Colour by how many operators are in the group</source>
        <translation>按组内算子数着色</translation>
    </message>
    <message>
        <source>&amp;Time on the target</source>
        <translation>目标上的时间(&amp;T)</translation>
    </message>
    <message>
        <source>Colour by how long each group took when the network ran, or not</source>
        <translation>按网络运行时各组的耗时着色，或取消</translation>
    </message>
    <message>
        <source>&amp;About Nestwright</source>
        <translation>关于 Nestwright(&amp;A)</translation>
    </message>
    <message>
        <source>Version and licences</source>
        <translation>版本与许可证</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>S&amp;top · %1</source>
        <translation>停止(&amp;T) · %1</translation>
    </message>
    <message>
        <source>Close this kernel&apos;s tab; where the graph is shown, the document</source>
        <translation>关闭此内核的标签页；在图上则关闭文档</translation>
    </message>
    <message>
        <source>&amp;New tab</source>
        <translation>新建标签页(&amp;N)</translation>
    </message>
    <message>
        <source>Samples, lessons and recent files, in a tab of their own</source>
        <translation>在单独的标签页中显示示例、课程和最近的文件</translation>
    </message>
    <message>
        <source>Close the &amp;document</source>
        <translation>关闭文档(&amp;D)</translation>
    </message>
    <message>
        <source>Close this document with all its tabs</source>
        <translation>关闭此文档及其所有标签页</translation>
    </message>
    <message>
        <source>&amp;Next document</source>
        <translation>下一个文档(&amp;N)</translation>
    </message>
    <message>
        <source>Go to the next document</source>
        <translation>转到下一个文档</translation>
    </message>
    <message>
        <source>&amp;Previous document</source>
        <translation>上一个文档(&amp;P)</translation>
    </message>
    <message>
        <source>Go to the document before</source>
        <translation>转到上一个文档</translation>
    </message>
    <message>
        <source>The system&apos;s language, from the next start</source>
        <translation>系统的语言，下次启动时生效</translation>
    </message>
    <message>
        <source>Texts in %1, from the next start</source>
        <translation>文本使用 %1，下次启动时生效</translation>
    </message>
    <message>
        <source>Two models side by side, with what differs; of a kernel: is it the schedule in that file, which may be one that TVM printed?</source>
        <translation>并排显示两个模型及其差异；对于内核：它是否为该文件（可由 TVM 输出）中的调度？</translation>
    </message>
    <message>
        <source>&amp;Search the handbook…</source>
        <translation>搜索手册(&amp;S)…</translation>
    </message>
    <message>
        <source>Search pages, diagnostics and messages that TVM printed</source>
        <translation>搜索页面、诊断以及 TVM 打印的消息</translation>
    </message>
    <message>
        <source>Every diagnostic with what it means, and how it is mended</source>
        <translation>每条诊断的含义及其修复方法</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>按键(&amp;K)</translation>
    </message>
    <message>
        <source>All keys of the menus, the graph and comparisons</source>
        <translation>菜单、图和比较中的所有按键</translation>
    </message>
    <message>
        <source>Colours, fonts, motion, assembly, targets and saving</source>
        <translation>颜色、字体、动画、汇编、目标和保存</translation>
    </message>
    <message>
        <source>D&amp;iagnostics</source>
        <translation>诊断(&amp;I)</translation>
    </message>
    <message>
        <source>Pr&amp;eferences…</source>
        <translation>首选项(&amp;E)…</translation>
    </message>
    <message>
        <source>Assembly: &amp;next hot spot</source>
        <translation>汇编：下一个热点(&amp;N)</translation>
    </message>
    <message>
        <source>To the hottest stretch of this kernel&apos;s code, then to the next; Alt+Down in the assembly</source>
        <translation>转到此内核代码中最热的一段，再到下一段；在汇编中为 Alt+Down</translation>
    </message>
    <message>
        <source>Assembly: &amp;previous hot spot</source>
        <translation>汇编：上一个热点(&amp;P)</translation>
    </message>
    <message>
        <source>To the hottest stretch of this kernel&apos;s code, then to the one before; Alt+Up in the assembly</source>
        <translation>转到此内核代码中最热的一段，再到上一段；在汇编中为 Alt+Up</translation>
    </message>
    <message>
        <source>Stop what runs here; times that are known already are kept</source>
        <translation>停止此处的运行；已知的时间会保留</translation>
    </message>
    <message>
        <source>Write the whole graph as PNG, SVG, PDF, DOT or JSON</source>
        <translation>将整个图写为 PNG、SVG、PDF、DOT 或 JSON</translation>
    </message>
    <message>
        <source>Write what is on screen of the graph as PNG, SVG, PDF, DOT or JSON</source>
        <translation>将屏幕上可见的图写为 PNG、SVG、PDF、DOT 或 JSON</translation>
    </message>
    <message>
        <source>Write what is selected as PNG, SVG, PDF, DOT or JSON</source>
        <translation>将所选内容写为 PNG、SVG、PDF、DOT 或 JSON</translation>
    </message>
</context>
<context>
    <name>nw::window::BrokenPage</name>
    <message>
        <source>The model that the project names: %1</source>
        <translation>项目所引用的模型：%1</translation>
    </message>
    <message numerus="yes">
        <source>Schedules of %n kernel(s): %1</source>
        <translation>
            <numerusform>%n 个内核的调度：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n named state(s): %1</source>
        <translation>
            <numerusform>%n 个命名状态：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A history of %n state(s)</source>
        <translation>
            <numerusform>含 %n 个状态的历史</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n of them measured</source>
        <translation>
            <numerusform>，其中 %n 个已测量</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing of it could be read.</source>
        <translation>没有任何可读取的内容。</translation>
    </message>
    <message>
        <source>%1, no text</source>
        <translation>%1，非文本</translation>
    </message>
    <message>
        <source>%1 of text</source>
        <translation>%1 文本</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>文件为空。</translation>
    </message>
    <message>
        <source>Only its beginning is shown.</source>
        <translation>仅显示其开头。</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>What could be read of the file</source>
        <translation>文件中可读取的内容</translation>
    </message>
    <message>
        <source>Once the file is mended, or what it needs is there</source>
        <translation>待文件修复或所需内容就绪之后</translation>
    </message>
    <message>
        <source>What could be read</source>
        <translation>可读取的内容</translation>
    </message>
    <message>
        <source>%1 cannot be shown</source>
        <translation>无法显示 %1</translation>
    </message>
    <message>
        <source>The file could not be read.</source>
        <translation>无法读取文件。</translation>
    </message>
    <message>
        <source>Reading what can be read</source>
        <translation>正在读取可读取的内容</translation>
    </message>
    <message>
        <source>%1 is shown in part</source>
        <translation>%1 已部分显示</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>文件</translation>
    </message>
</context>
<context>
    <name>nw::window::Comparisons</name>
    <message>
        <source>Compare %1</source>
        <translation>比较 %1</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>比较对象</translation>
    </message>
    <message>
        <source>Models (*.onnx *.txt *.relay)</source>
        <translation>模型 (*.onnx *.txt *.relay)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>%1 cannot be compared: it is not a model</source>
        <translation>无法比较 %1：它不是模型</translation>
    </message>
    <message>
        <source>Compare with %1</source>
        <translation>与 %1 比较</translation>
    </message>
    <message>
        <source>Source and optimized</source>
        <translation>源图与优化后</translation>
    </message>
    <message>
        <source>As the file has it</source>
        <translation>文件中的图</translation>
    </message>
    <message>
        <source>After all passes</source>
        <translation>所有 pass 之后</translation>
    </message>
    <message>
        <source>Before and after the what-if</source>
        <translation>假设前后</translation>
    </message>
    <message>
        <source>Groups before</source>
        <translation>之前的组</translation>
    </message>
    <message>
        <source>Groups after</source>
        <translation>之后的组</translation>
    </message>
    <message>
        <source>Before and after the rules</source>
        <translation>规则应用前后</translation>
    </message>
    <message>
        <source>Before the rules</source>
        <translation>规则应用前</translation>
    </message>
    <message>
        <source>After the rules</source>
        <translation>规则应用后</translation>
    </message>
    <message>
        <source>Fusing in two ways</source>
        <translation>以两种方式融合</translation>
    </message>
    <message>
        <source>Two fusion settings</source>
        <translation>两种融合设置</translation>
    </message>
    <message>
        <source>Schedules (*.py *.ipynb)</source>
        <translation>调度 (*.py *.ipynb)</translation>
    </message>
    <message>
        <source>%1 cannot be compared: it has no schedule</source>
        <translation>无法比较 %1：它没有调度</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>time, target</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
</context>
<context>
    <name>nw::window::DefaultExplained</name>
    <message>
        <source>Explaining the default schedule</source>
        <translation>正在解释默认调度</translation>
    </message>
    <message>
        <source>; measured %1</source>
        <translation>；实测 %1</translation>
    </message>
    <message>
        <source>the editor&apos;s schedule has it</source>
        <translation>编辑器的调度含有它</translation>
    </message>
    <message>
        <source>the default schedule has it</source>
        <translation>默认调度含有它</translation>
    </message>
    <message>
        <source>By the estimate, without a schedule: %1%2.
The default schedule: %3%4.
The schedule in the editor: %5%6; %7 against the default.</source>
        <translation>估计，无调度：%1%2。
默认调度：%3%4。
编辑器中的调度：%5%6；对比默认为 %7。</translation>
    </message>
    <message>
        <source>Measuring the default schedule and this one</source>
        <translation>正在测量默认调度与此调度</translation>
    </message>
    <message>
        <source>the default schedule</source>
        <translation>默认调度</translation>
    </message>
    <message>
        <source>no schedule</source>
        <translation>无调度</translation>
    </message>
    <message>
        <source>Default against %1</source>
        <translation>默认对比 %1</translation>
    </message>
    <message>
        <source>The script in the editor does not have this step</source>
        <translation>编辑器中的脚本没有此步骤</translation>
    </message>
    <message>
        <source>The kernel&apos;s tab is closed: open the kernel and explain its default schedule again</source>
        <translation>内核的标签页已关闭：请打开内核并重新解释其默认调度</translation>
    </message>
    <message>
        <source>The script was edited: the buttons are enabled again once its schedules are explained</source>
        <translation>脚本已编辑：解释完其调度后按钮将重新启用</translation>
    </message>
    <message>
        <source>The schedules are being explained: the buttons are enabled when that is done</source>
        <translation>正在解释调度：完成后按钮将启用</translation>
    </message>
    <message>
        <source>The script in the editor has an error: the buttons are enabled when it is corrected</source>
        <translation>编辑器中的脚本有错误：改正后按钮将启用</translation>
    </message>
</context>
<context>
    <name>nw::window::Docks</name>
    <message>
        <source>Outline</source>
        <translation>大纲</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Log and jobs</source>
        <translation>日志与作业</translation>
    </message>
    <message>
        <source>Patterns</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>浏览</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>性能分析</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
</context>
<context>
    <name>nw::window::DocumentNotices</name>
    <message numerus="yes">
        <source>%1 was saved with other text after %n change(s) of an earlier run that were not saved. The last was: %2.</source>
        <translation>
            <numerusform>在早先运行中有 %n 处未保存的更改之后，%1 被以不同文本保存。最后一处更改：%2。</numerusform>
        </translation>
    </message>
    <message>
        <source>Restore them over the new file</source>
        <translation>恢复并覆盖新文件</translation>
    </message>
    <message>
        <source>The window shows the text of the earlier run, the file stays until it is saved; undo shows the file</source>
        <translation>窗口显示早先运行的文本，文件在保存前保持不变；撤销则显示文件</translation>
    </message>
    <message>
        <source>Keep the new file</source>
        <translation>保留新文件</translation>
    </message>
    <message>
        <source>The changes of the earlier run are thrown away</source>
        <translation>丢弃早先运行的更改</translation>
    </message>
    <message>
        <source>Restore them</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) of an earlier run were not saved. The last was: %1.</source>
        <translation>
            <numerusform>早先运行的 %n 处更改未保存。最后一处：%1。</numerusform>
        </translation>
    </message>
    <message>
        <source>The whole history and the measured times come back; undo takes back step by step</source>
        <translation>恢复全部历史和测得的时间；可逐步撤销</translation>
    </message>
    <message>
        <source>another window of this program</source>
        <translation>本程序的另一个窗口</translation>
    </message>
    <message>
        <source>a window of process %1 on %2</source>
        <translation>%2 上进程 %1 的窗口</translation>
    </message>
    <message>
        <source>%1 is also open in %2. Changes made there are not shown here, and each window keeps its own.</source>
        <translation>%1 也在%2中打开。那里的更改不会显示在此处，各窗口保留各自的更改。</translation>
    </message>
    <message>
        <source> and </source>
        <translation> 和 </translation>
    </message>
    <message>
        <source>Understood</source>
        <translation>知道了</translation>
    </message>
    <message>
        <source>Who saves last is asked before the other&apos;s work is written over</source>
        <translation>后保存的一方在覆盖另一方的工作之前会得到询问</translation>
    </message>
    <message>
        <source>Changes are not kept for the case of a crash: %1.</source>
        <translation>更改未为崩溃情形保留：%1。</translation>
    </message>
    <message>
        <source>Save elsewhere…</source>
        <translation>保存到别处…</translation>
    </message>
    <message>
        <source>Choose another name or folder</source>
        <translation>选择其他名称或文件夹</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>稍后</translation>
    </message>
    <message>
        <source>The next change is tried again</source>
        <translation>下次更改时重试</translation>
    </message>
    <message>
        <source>%1 names a model outside of its folder, which was not read: %2</source>
        <translation>%1 引用了其文件夹之外的模型，未读取：%2</translation>
    </message>
    <message>
        <source>Read it</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Remembered for this project and this file</source>
        <translation>针对此项目和此文件记住该选择</translation>
    </message>
    <message>
        <source>Do not read it</source>
        <translation>不读取</translation>
    </message>
    <message>
        <source>A project from somebody else could name any file of yours</source>
        <translation>他人的项目可能引用您的任意文件</translation>
    </message>
    <message>
        <source>%1 is as it was before the program ended</source>
        <translation>%1 已恢复到程序结束前的状态</translation>
    </message>
    <message>
        <source>Reading the changes of an earlier run</source>
        <translation>正在读取先前运行中的更改</translation>
    </message>
</context>
<context>
    <name>nw::window::DocumentTabBar</name>
    <message>
        <source>Open documents</source>
        <translation>打开的文档</translation>
    </message>
</context>
<context>
    <name>nw::window::DocumentsWindow</name>
    <message>
        <source>Document: %1</source>
        <translation>文档：%1</translation>
    </message>
    <message>
        <source>New tab</source>
        <translation>新标签页</translation>
    </message>
</context>
<context>
    <name>nw::window::EffectTexts</name>
    <message>
        <source>%1 from %2</source>
        <translation>%1，原为 %2</translation>
    </message>
    <message>
        <source>all in L1</source>
        <translation>全部在 L1</translation>
    </message>
    <message>
        <source>%1 (arithmetic %2 with %3 elements an operation, traffic %4: %5)</source>
        <translation>%1（运算 %2，每次操作 %3 个元素，数据流量 %4：%5）</translation>
    </message>
    <message>
        <source>%1: %2 against %3. %4.</source>
        <comment>message, times, whose fault it is</comment>
        <translation>%1：%2 对比 %3。%4。</translation>
    </message>
</context>
<context>
    <name>nw::window::Explanations</name>
    <message>
        <source>There is no page about %1.</source>
        <translation>没有关于 %1 的页面。</translation>
    </message>
    <message>
        <source>ONNX&apos;s library has no documentation of `%1` in `%2`.</source>
        <translation>ONNX 的库没有 `%2` 中 `%1` 的文档。</translation>
    </message>
    <message>
        <source>`%1`, as opset %2 has it</source>
        <translation>`%1`，opset %2 的定义</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
</context>
<context>
    <name>nw::window::ExportPreview</name>
    <message>
        <source>TE script (*.py)</source>
        <translation>TE 脚本 (*.py)</translation>
    </message>
    <message>
        <source>C program with a main (*.c)</source>
        <translation>含 main 的 C 程序 (*.c)</translation>
    </message>
    <message>
        <source>Halide C++ (*.cpp)</source>
        <translation>Halide C++ (*.cpp)</translation>
    </message>
    <message>
        <source>TVM tir.Schedule (*.tir.py)</source>
        <translation>TVM tir.Schedule (*.tir.py)</translation>
    </message>
    <message>
        <source>Tuning record (*.json)</source>
        <translation>调优记录 (*.json)</translation>
    </message>
    <message>
        <source>One HTML file (*.html)</source>
        <translation>单个 HTML 文件 (*.html)</translation>
    </message>
    <message>
        <source>Object and header (*.o)</source>
        <translation>目标文件与头文件 (*.o)</translation>
    </message>
    <message>
        <source>LLVM IR (*.ll)</source>
        <translation>LLVM IR (*.ll)</translation>
    </message>
    <message>
        <source>Assembly (*.s)</source>
        <translation>汇编 (*.s)</translation>
    </message>
    <message>
        <source>%1 in other forms</source>
        <translation>%1 的其他形式</translation>
    </message>
    <message>
        <source>Forms of the export</source>
        <translation>导出形式</translation>
    </message>
    <message>
        <source>The export as text</source>
        <translation>导出的文本</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the export</source>
        <translation>复制导出内容</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Save the export</source>
        <translation>保存导出内容</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>nw::window::Exports</name>
    <message>
        <source>Export the graph</source>
        <translation>导出图</translation>
    </message>
    <message>
        <source>SVG (*.svg)</source>
        <translation>SVG (*.svg)</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
    <message>
        <source>Graphviz (*.dot)</source>
        <translation>Graphviz (*.dot)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Width in pixels</source>
        <translation>宽度（像素）</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>正在写入 %1</translation>
    </message>
    <message>
        <source>Painting the picture</source>
        <translation>正在绘制图片</translation>
    </message>
    <message>
        <source>The visible part of the graph is in the clipboard as a picture</source>
        <translation>图的可见部分已作为图片放入剪贴板</translation>
    </message>
    <message>
        <source>Export a report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>Not exported: %1.</source>
        <translation>未导出：%1。</translation>
    </message>
    <message>
        <source>Understood</source>
        <translation>知道了</translation>
    </message>
    <message>
        <source>Export the kernel</source>
        <translation>导出内核</translation>
    </message>
    <message>
        <source>Nothing is exported: what is selected is not in the picture</source>
        <translation>未导出任何内容：所选内容不在图中</translation>
    </message>
    <message>
        <source>Nothing is exported: no part of the graph is visible</source>
        <translation>未导出任何内容：图的任何部分都不可见</translation>
    </message>
</context>
<context>
    <name>nw::window::FileSession</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Models, scripts and projects (*.onnx *.txt *.relay *.py *.ipynb *.nest)</source>
        <translation>模型、脚本和项目 (*.onnx *.txt *.relay *.py *.ipynb *.nest)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>The sample cannot be written to %1</source>
        <translation>无法将示例写入 %1</translation>
    </message>
    <message>
        <source>There is no text to open</source>
        <translation>没有可打开的文本</translation>
    </message>
    <message>
        <source>Save the script</source>
        <translation>保存脚本</translation>
    </message>
    <message>
        <source>Save the project</source>
        <translation>保存项目</translation>
    </message>
    <message>
        <source>TE scripts (*.py)</source>
        <translation>TE 脚本 (*.py)</translation>
    </message>
    <message>
        <source>Projects (*.nest)</source>
        <translation>项目 (*.nest)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Not saved: %1. Until then, changes are kept for the case of a crash.</source>
        <translation>未保存：%1。在此之前，更改会为崩溃情形保留。</translation>
    </message>
    <message>
        <source>Not saved: %1.</source>
        <translation>未保存：%1。</translation>
    </message>
    <message>
        <source>Save elsewhere…</source>
        <translation>保存到别处…</translation>
    </message>
    <message>
        <source>Choose another name or folder</source>
        <translation>选择其他名称或文件夹</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Once there is room, or the folder is writable</source>
        <translation>待有空间或文件夹可写之后</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>稍后</translation>
    </message>
    <message>
        <source>Nothing is written now</source>
        <translation>现在不写入任何内容</translation>
    </message>
    <message>
        <source>Not saved: %1 was saved by another window or program meanwhile.</source>
        <translation>未保存：%1 已被另一个窗口或程序保存。</translation>
    </message>
    <message>
        <source>Both are kept</source>
        <translation>两者都保留</translation>
    </message>
    <message>
        <source>Save over it</source>
        <translation>覆盖保存</translation>
    </message>
    <message>
        <source>What the other has saved is lost</source>
        <translation>另一方保存的内容将丢失</translation>
    </message>
    <message>
        <source>Nestwright</source>
        <translation>Nestwright</translation>
    </message>
    <message numerus="yes">
        <source>Save the pattern table(s) %1?</source>
        <translation>
            <numerusform>要保存模式表 %1 吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>Save what you changed in %1?</source>
        <translation>要保存您在 %1 中的更改吗？</translation>
    </message>
</context>
<context>
    <name>nw::window::Fold</name>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
</context>
<context>
    <name>nw::window::FusionDialog</name>
    <message>
        <source>Compare two fusion settings</source>
        <translation>比较两种融合设置</translation>
    </message>
    <message>
        <source>Opt level of fusion</source>
        <translation>融合的优化级别</translation>
    </message>
    <message>
        <source>At most this many operators in a group</source>
        <translation>一个组中的算子数上限</translation>
    </message>
    <message>
        <source>What-ifs in force</source>
        <translation>生效的假设</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>左</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>右</translation>
    </message>
    <message>
        <source>Opt level, %1</source>
        <translation>优化级别，%1</translation>
    </message>
    <message>
        <source>Most operators, %1</source>
        <translation>最多算子数，%1</translation>
    </message>
    <message numerus="yes">
        <source>%n of them</source>
        <translation>
            <numerusform>其中 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>What-ifs, %1</source>
        <translation>假设，%1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Opt level %1, at most %2 operators</source>
        <translation>优化级别 %1，最多 %2 个算子</translation>
    </message>
    <message numerus="yes">
        <source>, %n what-if(s)</source>
        <translation>
            <numerusform>，%n 个假设</numerusform>
        </translation>
    </message>
    <message>
        <source>Both settings are the same: change one of them.</source>
        <translation>两种设置相同：请更改其中之一。</translation>
    </message>
    <message>
        <source>TVM&apos;s defaults are opt level 2 and at most 256 operators.</source>
        <translation>TVM 的默认值为优化级别 2 和最多 256 个算子。</translation>
    </message>
</context>
<context>
    <name>nw::window::Grab</name>
    <message>
        <source>%1 cannot be painted</source>
        <translation>无法绘制 %1</translation>
    </message>
</context>
<context>
    <name>nw::window::GraphActions</name>
    <message>
        <source>Numbers of nodes</source>
        <translation>节点的数字</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation>无法读取 %1</translation>
    </message>
</context>
<context>
    <name>nw::window::Handbook</name>
    <message>
        <source>The TE &amp;script</source>
        <translation>TE 脚本(&amp;S)</translation>
    </message>
    <message>
        <source>The language of kernels: statements, functions, primitives</source>
        <translation>内核的语言：语句、函数、原语</translation>
    </message>
    <message>
        <source>&amp;TVMScript</source>
        <translation>TVMScript(&amp;T)</translation>
    </message>
    <message>
        <source>Schedules that TVM prints: what is read, checked and compared</source>
        <translation>TVM 输出的调度：读取、检查和比较的内容</translation>
    </message>
    <message>
        <source>&amp;Pattern tables</source>
        <translation>模式表(&amp;P)</translation>
    </message>
    <message>
        <source>Composites, offloading, rules and operators of one&apos;s own</source>
        <translation>复合模式、卸载、规则和自定义算子</translation>
    </message>
    <message>
        <source>T&amp;uning</source>
        <translation>调优(&amp;U)</translation>
    </message>
    <message>
        <source>Searches for fast schedules: what is tried, records, taking and applying</source>
        <translation>搜索快速的调度：尝试的内容、记录、采用与应用</translation>
    </message>
    <message>
        <source>&amp;Glossary</source>
        <translation>术语表(&amp;G)</translation>
    </message>
    <message>
        <source>Terms of tensor compilers in a sentence or two</source>
        <translation>用一两句话解释张量编译器的术语</translation>
    </message>
    <message>
        <source>A&amp;rchitecture</source>
        <translation>架构(&amp;R)</translation>
    </message>
    <message>
        <source>The modules of the sources, and walks through them</source>
        <translation>源代码的模块及其导览</translation>
    </message>
    <message>
        <source>A&amp;dding things</source>
        <translation>扩展(&amp;D)</translation>
    </message>
    <message>
        <source>Recipes: a primitive, an operator, a pass, a view, …</source>
        <translation>指南：原语、算子、pass、视图……</translation>
    </message>
    <message>
        <source>Handbook</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>&amp;Messages of TVM</source>
        <translation>TVM 的消息(&amp;M)</translation>
    </message>
    <message>
        <source>What TVM prints when a schedule is wrong, and what it means</source>
        <translation>调度有误时 TVM 打印的内容及其含义</translation>
    </message>
    <message>
        <source>Search, or paste a message of TVM</source>
        <translation>搜索，或粘贴 TVM 的消息</translation>
    </message>
    <message>
        <source>Search the handbook</source>
        <translation>搜索手册</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>找到的内容</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Every diagnostic with what it means, and how it is mended</source>
        <translation>每条诊断的含义及其修复方法</translation>
    </message>
    <message>
        <source>Nothing is found</source>
        <translation>没有找到</translation>
    </message>
</context>
<context>
    <name>nw::window::KernelActions</name>
    <message>
        <source>Time limit of a run</source>
        <translation>运行时限</translation>
    </message>
    <message>
        <source>A kernel is stopped after so many seconds, compiling included. A network has ten times as long.</source>
        <translation>内核在此秒数后停止，含编译时间。网络为其十倍。</translation>
    </message>
</context>
<context>
    <name>nw::window::KernelCommands</name>
    <message>
        <source>Show: %1</source>
        <translation>显示：%1</translation>
    </message>
    <message>
        <source>Script: unfold the computation</source>
        <translation>脚本：展开计算部分</translation>
    </message>
    <message>
        <source>Script: fold the computation</source>
        <translation>脚本：折叠计算部分</translation>
    </message>
    <message>
        <source>Script: do not wrap long lines</source>
        <translation>脚本：长行不换行</translation>
    </message>
    <message>
        <source>Script: wrap long lines</source>
        <translation>脚本：长行自动换行</translation>
    </message>
    <message>
        <source>Kernel: new schedule from this one</source>
        <translation>内核：基于此调度新建</translation>
    </message>
    <message>
        <source>Kernel: new schedule from plain loops</source>
        <translation>内核：从普通循环新建调度</translation>
    </message>
    <message>
        <source>Kernel: choose the default schedule</source>
        <translation>内核：选择默认调度</translation>
    </message>
    <message>
        <source>Kernel: choose the schedule “%1”</source>
        <translation>内核：选择调度“%1”</translation>
    </message>
    <message>
        <source>Kernel: rename the schedule “%1”…</source>
        <translation>内核：重命名调度“%1”…</translation>
    </message>
    <message>
        <source>Kernel: remove the schedule “%1”</source>
        <translation>内核：移除调度“%1”</translation>
    </message>
    <message>
        <source>Kernel: apply these steps to another kernel…</source>
        <translation>内核：将这些步骤应用于另一个内核…</translation>
    </message>
    <message>
        <source>Kernel: split %1 by a factor of choice</source>
        <translation>内核：用自选因子拆分 %1</translation>
    </message>
    <message>
        <source>Kernel: %1</source>
        <translation>内核：%1</translation>
    </message>
</context>
<context>
    <name>nw::window::KernelHistory</name>
    <message>
        <source>%1 has changed</source>
        <translation>%1 已更改</translation>
    </message>
    <message>
        <source>Another kernel has changed, whose tab is closed: %1</source>
        <translation>另一个标签页已关闭的内核发生了更改：%1</translation>
    </message>
    <message>
        <source>Open a kernel first: its loop nest is what is compared</source>
        <translation>请先打开内核：比较的是其循环嵌套</translation>
    </message>
    <message>
        <source>Open %1 first: its loop nest is what differs between them</source>
        <translation>请先打开 %1：两者的差异在其循环嵌套</translation>
    </message>
</context>
<context>
    <name>nw::window::KernelTabs</name>
    <message>
        <source>Graph and kernels</source>
        <translation>图与内核</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>%1 makes %2 kernels: open one</source>
        <translation>%1 产生 %2 个内核：请打开一个</translation>
    </message>
</context>
<context>
    <name>nw::window::KeyboardPage</name>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>What they do</source>
        <translation>作用</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>Menu %1</source>
        <translation>菜单：%1</translation>
    </message>
    <message>
        <source>On the graph</source>
        <translation>在图上</translation>
    </message>
    <message>
        <source>To a producer, to a consumer</source>
        <translation>到生产者，到消费者</translation>
    </message>
    <message>
        <source>To the siblings beside it</source>
        <translation>到旁边的同级节点</translation>
    </message>
    <message>
        <source>Move the view</source>
        <translation>移动视图</translation>
    </message>
    <message>
        <source>Closer, farther: scopes open and close</source>
        <translation>靠近、远离：作用域随之展开和折叠</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Open or close a scope; open the kernel of a group</source>
        <translation>展开或折叠作用域；打开组的内核</translation>
    </message>
    <message>
        <source>Back to what was selected before</source>
        <translation>返回之前的选择</translation>
    </message>
    <message>
        <source>In a comparison</source>
        <translation>在比较中</translation>
    </message>
    <message>
        <source>To the next difference</source>
        <translation>到下一处差异</translation>
    </message>
    <message>
        <source>To the difference before</source>
        <translation>到上一处差异</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>任何地方</translation>
    </message>
    <message>
        <source>To the next control</source>
        <translation>到下一个控件</translation>
    </message>
    <message>
        <source>To the control before</source>
        <translation>到上一个控件</translation>
    </message>
    <message>
        <source>To the menus</source>
        <translation>到菜单</translation>
    </message>
    <message>
        <source>In the assembly</source>
        <translation>在汇编中</translation>
    </message>
    <message>
        <source>To the next hot spot</source>
        <translation>到下一个热点</translation>
    </message>
    <message>
        <source>To the hot spot before</source>
        <translation>到上一个热点</translation>
    </message>
    <message>
        <source>To the next, to the previous edge of what is selected, and why it is not fused</source>
        <translation>转到所选内容的下一条或上一条边，并查看其未融合的原因</translation>
    </message>
</context>
<context>
    <name>nw::window::LessonBar</name>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Leave the lesson</source>
        <translation>退出课程</translation>
    </message>
    <message>
        <source>The lesson&apos;s files cannot be written</source>
        <translation>无法写入课程的文件</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>返回 %1</translation>
    </message>
    <message>
        <source>%1 (step %2 of %3)</source>
        <translation>%1（步骤 %2 / %3）</translation>
    </message>
    <message>
        <source>✓ done</source>
        <translation>✓ 完成</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>尚未完成</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Back to %1, which waits as it was</source>
        <translation>返回 %1，它保持原样</translation>
    </message>
</context>
<context>
    <name>nw::window::Lessons</name>
    <message>
        <source>A schedule that inlines what it has just tiled</source>
        <translation>刚分块又内联的调度</translation>
    </message>
    <message>
        <source>My operator compiles alone. With an addition fused behind it, lowering fails. Why?</source>
        <translation>我的算子单独可以编译。在其后融合一个加法后，lowering 失败。为什么？</translation>
    </message>
    <message>
        <source>The stage unpack is split, reordered and vectorized, and then inlined into out. An inlined stage has no loops, so all that was said of them is lost: Problems names the line and the reasons.</source>
        <translation>阶段 unpack 被拆分、重排和向量化，然后内联到 out。内联的阶段没有循环，因此对它们的标注全部丢失：“问题”指出该行和原因。</translation>
    </message>
    <message>
        <source>Mend it: press the first fix under Problems, or change the lines yourself. The loops belong to the last stage, which is out: the fix gives them to it.</source>
        <translation>修复它：点击“问题”下的第一个修正，或自行修改这些行。循环属于最后一个阶段，即 out：修正会将循环交给它。</translation>
    </message>
    <message>
        <source>Run it (Run, at the top right, or F5). The badge says whether the numbers are those of the computation.</source>
        <translation>运行它（右上角的“运行”，或 F5）。标记表明数值是否与计算一致。</translation>
    </message>
    <message>
        <source>Which operators become tasks, and why shape_of is one</source>
        <translation>哪些算子成为任务，以及为何 shape_of 是其中之一</translation>
    </message>
    <message>
        <source>My model has dynamic shapes. Which of its operators are tuned together, and which alone?</source>
        <translation>我的模型有动态形状。哪些算子一起调优，哪些单独调优？</translation>
    </message>
    <message>
        <source>Every outlined group is one task, and one kernel. Sizes that the file leaves open have a name, as rois_0 has. Click an edge inside a group: the inspector says by which rule it is fused.</source>
        <translation>每个带轮廓的组是一个任务，也是一个内核。文件未确定的尺寸带有名称，如 rois_0。点击组内的一条边：检查器说明它按哪条规则融合。</translation>
    </message>
    <message>
        <source>Click the edge from shape_of to take: the inspector says which rule keeps them apart, and which one change would join them.</source>
        <translation>点击从 shape_of 到 take 的边：检查器说明是哪条规则使它们分开，以及哪一处更改可使它们合并。</translation>
    </message>
    <message>
        <source>Try such a change: give shape_of another pattern (context menu of the node). The difference is shown, and Ctrl+Z takes it back.</source>
        <translation>尝试这样的更改：给 shape_of 另一种模式（节点的上下文菜单）。差异会显示出来，Ctrl+Z 可撤回。</translation>
    </message>
    <message>
        <source>A pattern of one&apos;s own over the fusion groups</source>
        <translation>跨融合组的自定义模式</translation>
    </message>
    <message>
        <source>I want a sequence of operators as one unit, and FuseOps cuts it. Where, and why?</source>
        <translation>我希望一串算子作为一个整体，而 FuseOps 将其切开。在哪里，为什么？</translation>
    </message>
    <message>
        <source>Open Patterns (Window menu) and write:  my.norm: is_op(&quot;divide&quot;)(wildcard(), wildcard())  — every match is outlined and listed, whatever the groups are. Ctrl+0 shows the whole graph.</source>
        <translation>打开“模式”（“窗口”菜单）并输入：my.norm: is_op(&quot;divide&quot;)(wildcard(), wildcard())  — 无论分组如何，每个匹配都会加轮廓并列出。Ctrl+0 显示整个图。</translation>
    </message>
    <message>
        <source>Click the edge between relu and sum: the inspector says which rule cuts there.</source>
        <translation>点击 relu 与 sum 之间的边：检查器说明是哪条规则在此切开。</translation>
    </message>
    <message>
        <source>Try what would join them: a what-if from the edge&apos;s menu. In the project file it is kept.</source>
        <translation>尝试可使其合并的做法：边菜单中的假设。它会保存在项目文件中。</translation>
    </message>
    <message>
        <source>A whole block as one operator of one&apos;s own</source>
        <translation>将整个模块作为一个自定义算子</translation>
    </message>
    <message>
        <source>I want an inception block as one operator with my own schedule. FuseOps never makes it one kernel, and registering an operator breaks the passes. How?</source>
        <translation>我希望 inception 模块成为一个带有自定义调度的算子。FuseOps 从不将其合为一个内核，而注册算子又会破坏各个 pass。怎么办？</translation>
    </message>
    <message>
        <source>Each outlined group is a kernel: two convolutions are never in one, and nothing joins the four branches. The table under Patterns declares an operator, my.inception, that a TE script computes, and its last line puts it in the place of the block.</source>
        <translation>每个带轮廓的组是一个内核：两个卷积从不在同一个内核中，四个分支也无法合并。“模式”下的表声明了由 TE 脚本计算的算子 my.inception，最后一行用它替换该模块。</translation>
    </message>
    <message>
        <source>my.block, the line before, takes nothing. Open it under Matches: the reason says which node is in the way. Press the fix beside it.</source>
        <translation>前一行 my.block 无匹配。在“匹配”下展开它：原因指出是哪个节点造成阻碍。点击旁边的修正。</translation>
    </message>
    <message>
        <source>Now the rule finds its pattern: under Rewriting, press Apply to the model. The block is one node of the graph, and one group.</source>
        <translation>现在规则找到了其模式：在“重写”下点击“应用到模型”。该模块成为图中的一个节点和一个组。</translation>
    </message>
    <message>
        <source>Double-click my.inception: the kernel has the stages of all four branches, placed with compute_at by hand. Run it (Run, at the top right, or F5): the badge says whether the numbers are right.</source>
        <translation>双击 my.inception：内核包含全部四个分支的阶段，用 compute_at 手工放置。运行它（右上角的“运行”，或 F5）：标记表明数值是否正确。</translation>
    </message>
    <message>
        <source>Back on the Graph tab, run the network: its results are compared with those of the operators that were replaced. File ▸ Export, or `emit --as tvm-op`, takes the operator to TVM.</source>
        <translation>回到“图”标签页运行网络：其结果会与被替换的算子的结果比较。文件 ▸ 导出，或 `emit --as tvm-op`，可将算子带到 TVM。</translation>
    </message>
    <message>
        <source>&quot;Cannot match copy pattern&quot;</source>
        <translation>&quot;Cannot match copy pattern&quot;</translation>
    </message>
    <message>
        <source>A convolution runs on my accelerator. With a relu behind it, lowering fails. Why?</source>
        <translation>卷积在我的加速器上运行。其后加上 relu 后，lowering 失败。为什么？</translation>
    </message>
    <message>
        <source>The last stage&apos;s loops are marked dma_copy: an engine moves their elements and computes nothing. Fusion has made relu the last stage, and relu computes a maximum. Problems names the line.</source>
        <translation>最后一个阶段的循环标记为 dma_copy：引擎只搬运其元素，不做计算。融合使 relu 成为最后一个阶段，而 relu 计算最大值。“问题”指出该行。</translation>
    </message>
    <message>
        <source>Mend it with the first fix: the maximum gets a stage and memory of its own, and only the result is copied.</source>
        <translation>用第一个修正修复它：最大值得到自己的阶段和内存，只复制结果。</translation>
    </message>
</context>
<context>
    <name>nw::window::MainWindow</name>
    <message>
        <source>%1[*] — Nestwright</source>
        <translation>%1[*] — Nestwright</translation>
    </message>
    <message>
        <source>Nestwright</source>
        <translation>Nestwright</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Problems: %1</source>
        <translation>问题：%1</translation>
    </message>
    <message>
        <source>clipboard</source>
        <translation>剪贴板</translation>
    </message>
    <message>
        <source>dropped text</source>
        <translation>拖放的文本</translation>
    </message>
    <message>
        <source>About Nestwright</source>
        <translation>关于 Nestwright</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Nestwright %1&lt;/h3&gt;&lt;p&gt;A workbench for tensor programs.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;&lt;p&gt;Built on Qt %2, LLVM 19, Graphviz, QScintilla and ONNX&apos;s protobuf messages.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Nestwright %1&lt;/h3&gt;&lt;p&gt;张量程序的工作台。&lt;/p&gt;&lt;p&gt;自由软件，遵循 GNU 通用公共许可证第 3 版或更高版本。&lt;/p&gt;&lt;p&gt;基于 Qt %2、LLVM 19、Graphviz、QScintilla 以及 ONNX 的 protobuf 消息构建。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>From the next start, texts are in the system&apos;s language.</source>
        <translation>下次启动起，文本使用系统的语言。</translation>
    </message>
    <message>
        <source>From the next start, texts are in this language: %1.</source>
        <translation>下次启动起，文本使用此语言：%1。</translation>
    </message>
    <message>
        <source>Understood</source>
        <translation>知道了</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Drop %1 on the node of an input, or on a row of the panel Run</source>
        <translation>请将 %1 拖放到某个输入的节点上，或“运行”面板的某一行上</translation>
    </message>
</context>
<context>
    <name>nw::window::Menus</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>After each &amp;pass</source>
        <translation>各 pass 之后(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>配色(&amp;C)</translation>
    </message>
    <message>
        <source>G&amp;raph</source>
        <translation>图(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Colour by</source>
        <translation>着色依据(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;What if</source>
        <translation>假设(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>Boo&amp;kmarks</source>
        <translation>书签(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Kernel</source>
        <translation>内核(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>窗口(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>课程(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Forget these</source>
        <translation>清除这些(&amp;F)</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>语言(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Documents</source>
        <translation>文档(&amp;D)</translation>
    </message>
</context>
<context>
    <name>nw::window::NetworkRun</name>
    <message>
        <source>Running the network</source>
        <translation>正在运行网络</translation>
    </message>
    <message>
        <source>The network did not run; the problems say why</source>
        <translation>网络未运行；“问题”说明原因</translation>
    </message>
    <message numerus="yes">
        <source>%n kernel(s) in %1 ms, %2 GFLOP/s</source>
        <translation>
            <numerusform>%n 个内核，%1 ms，%2 GFLOP/s</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; all results are NaN, with the reference operators too</source>
        <translation>%1；全部结果为 NaN，参考算子亦然</translation>
    </message>
    <message>
        <source>%1; other numbers than the reference operators</source>
        <translation>%1；数值与参考算子不同</translation>
    </message>
    <message>
        <source>%1; verified by the reference operators</source>
        <translation>%1；已由参考算子验证</translation>
    </message>
    <message>
        <source>%1; other numbers than the reference operators, first at %2</source>
        <translation>%1；数值与参考算子不同，首先出现在 %2</translation>
    </message>
    <message>
        <source>The network did not run, and its groups have changed since: run it again</source>
        <translation>网络未运行，且其组此后已更改：请重新运行</translation>
    </message>
    <message>
        <source>The network took %1 ms; its groups have changed since, so that no group has a time: run it again</source>
        <translation>网络用时 %1 ms；其组此后已更改，因此没有组的时间：请重新运行</translation>
    </message>
</context>
<context>
    <name>nw::window::PaletteCommands</name>
    <message>
        <source>Colour by: %1</source>
        <translation>着色依据：%1</translation>
    </message>
    <message>
        <source>Colours (theme): %1</source>
        <translation>配色（主题）：%1</translation>
    </message>
    <message>
        <source>Target: %1</source>
        <translation>目标：%1</translation>
    </message>
    <message>
        <source>Target: try %1 now</source>
        <translation>目标：立即尝试 %1</translation>
    </message>
    <message>
        <source>Lesson: %1</source>
        <translation>课程：%1</translation>
    </message>
    <message>
        <source>History: name (tag) the present state…</source>
        <translation>历史：命名（标记）当前状态…</translation>
    </message>
    <message>
        <source>History: times of every target</source>
        <translation>历史：所有目标的时间</translation>
    </message>
    <message>
        <source>History: times of %1</source>
        <translation>历史：%1 的时间</translation>
    </message>
    <message>
        <source>Targets: undo %1</source>
        <translation>目标：撤销 %1</translation>
    </message>
    <message>
        <source>Target: remove %1 from the list</source>
        <translation>目标：从列表中移除 %1</translation>
    </message>
    <message>
        <source>Operators: show the table</source>
        <translation>算子：显示表格</translation>
    </message>
    <message>
        <source>Operators: show where the time goes</source>
        <translation>算子：显示时间分布</translation>
    </message>
    <message>
        <source>Operators: show the last run along its time</source>
        <translation>算子：显示最近一次运行的时间线</translation>
    </message>
    <message>
        <source>Targets: show the panel</source>
        <translation>目标：显示面板</translation>
    </message>
    <message>
        <source>Layout: %1</source>
        <translation>布局：%1</translation>
    </message>
    <message>
        <source>Searching names</source>
        <translation>正在搜索名称</translation>
    </message>
    <message>
        <source>Language: %1</source>
        <translation>语言：%1</translation>
    </message>
    <message>
        <source>Operators: sort by %1</source>
        <translation>算子：按 %1 排序</translation>
    </message>
</context>
<context>
    <name>nw::window::PatternTables</name>
    <message>
        <source>Open a pattern table</source>
        <translation>打开模式表</translation>
    </message>
    <message>
        <source>Pattern tables (*.pat)</source>
        <translation>模式表 (*.pat)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Save the pattern table</source>
        <translation>保存模式表</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>试验</translation>
    </message>
</context>
<context>
    <name>nw::window::PreferencesDialog</name>
    <message>
        <source>As designed</source>
        <translation>默认设计</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Font of texts</source>
        <translation>文字字体</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> 磅</translation>
    </message>
    <message>
        <source>Size of texts</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Font of code</source>
        <translation>代码字体</translation>
    </message>
    <message>
        <source>In tabs that are opened from now on</source>
        <translation>在此后打开的标签页中</translation>
    </message>
    <message>
        <source>AT&amp;T, as GNU tools write it</source>
        <translation>AT&amp;T，GNU 工具的写法</translation>
    </message>
    <message>
        <source>Intel, as its manuals write it</source>
        <translation>Intel，其手册的写法</translation>
    </message>
    <message>
        <source>Assembly of x86</source>
        <translation>x86 汇编</translation>
    </message>
    <message>
        <source>Continue long lines of a script below</source>
        <translation>脚本的长行换行显示</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Targets and runs</source>
        <translation>目标与运行</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>What kernels are scheduled and checked for, and where they run</source>
        <translation>内核针对什么进行调度和检查，以及在哪里运行</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Time limit of a run</source>
        <translation>单次运行的时间限制</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>Save by itself after</source>
        <translation>自动保存间隔</translation>
    </message>
    <message>
        <source>A project or script with changes is saved this often; one without a file is kept for the case of a crash</source>
        <translation>有更改的项目或脚本按此间隔保存；没有文件的内容会保留以防崩溃</translation>
    </message>
</context>
<context>
    <name>nw::window::RecordedTimes</name>
    <message>
        <source>Reading recorded times</source>
        <translation>正在读取已记录的时间</translation>
    </message>
</context>
<context>
    <name>nw::window::Report</name>
    <message>
        <source>Groups</source>
        <translation>组</translation>
    </message>
    <message>
        <source>group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>gives</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Edges that are not fused</source>
        <translation>未融合的边</translation>
    </message>
    <message>
        <source>from</source>
        <translation>从</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Pattern matches</source>
        <translation>模式的匹配</translation>
    </message>
    <message>
        <source>line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>at</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>算子数</translation>
    </message>
    <message>
        <source>Near misses</source>
        <translation>近似匹配</translation>
    </message>
    <message>
        <source>places</source>
        <translation>位置数</translation>
    </message>
    <message>
        <source>why not</source>
        <translation>为何不匹配</translation>
    </message>
    <message>
        <source>fix</source>
        <translation>修正</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Nestwright</source>
        <translation>Nestwright</translation>
    </message>
</context>
<context>
    <name>nw::window::ScriptFile</name>
    <message>
        <source>%1 was saved by another program and read again</source>
        <translation>%1 已被其他程序保存，并已重新读取</translation>
    </message>
    <message>
        <source>%1 as it was saved</source>
        <translation>%1，按保存的版本</translation>
    </message>
    <message>
        <source>%1 was saved by another program, and has changes here that are not saved.</source>
        <translation>%1 已被其他程序保存，而此处有未保存的更改。</translation>
    </message>
    <message>
        <source>Take what was saved</source>
        <translation>采用已保存的版本</translation>
    </message>
    <message>
        <source>What is here stays in the history; undo brings it back</source>
        <translation>此处的内容保留在历史中；撤销可恢复</translation>
    </message>
    <message>
        <source>Keep what is here</source>
        <translation>保留此处的内容</translation>
    </message>
    <message>
        <source>The next save writes over what the other program saved</source>
        <translation>下次保存将覆盖其他程序保存的内容</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>The loop nest and the text here against those in the file; nothing is decided yet</source>
        <translation>此处的循环嵌套和文本与文件中的对比；尚未作任何决定</translation>
    </message>
    <message>
        <source>Not saved: another program has saved %1 meanwhile</source>
        <translation>未保存：其他程序已保存 %1</translation>
    </message>
</context>
<context>
    <name>nw::window::ScriptWatch</name>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
</context>
<context>
    <name>nw::window::ShownTrial</name>
    <message>
        <source>Making the loop nest of a trial</source>
        <translation>正在生成试验的循环嵌套</translation>
    </message>
    <message>
        <source>Loop nest of trial %1</source>
        <translation>试验 %1 的循环嵌套</translation>
    </message>
    <message>
        <source>Loop nest of the start</source>
        <translation>起点的循环嵌套</translation>
    </message>
</context>
<context>
    <name>nw::window::StartPage</name>
    <message>
        <source>Opened lately</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation>打开模型…</translation>
    </message>
    <message>
        <source>Choose an ONNX file, Relay text, a script or a project (Ctrl+O)</source>
        <translation>选择 ONNX 文件、Relay 文本、脚本或项目 (Ctrl+O)</translation>
    </message>
    <message>
        <source>Paste a script</source>
        <translation>粘贴脚本</translation>
    </message>
    <message>
        <source>Open what is on the clipboard: Relay text or a TE script (Ctrl+V)</source>
        <translation>打开剪贴板内容：Relay 文本或 TE 脚本 (Ctrl+V)</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>a small residual network</source>
        <translation>小型残差网络</translation>
    </message>
    <message>
        <source>a matrix product, scheduled by hand</source>
        <translation>手工调度的矩阵乘法</translation>
    </message>
    <message>
        <source>four stages, with reductions</source>
        <translation>四个阶段，含归约</translation>
    </message>
    <message>
        <source>Questions that people asked</source>
        <translation>实际遇到的问题</translation>
    </message>
    <message>
        <source>Each is a lesson of a few minutes on a small example.</source>
        <translation>每个问题是一节几分钟的课程，配有小示例。</translation>
    </message>
    <message>
        <source>Start the lesson %1</source>
        <translation>开始课程 %1</translation>
    </message>
    <message>
        <source>Open a model to begin</source>
        <translation>打开模型以开始</translation>
    </message>
    <message>
        <source>Drop an ONNX file, Relay text, a schedule script or a project here. You see its graph, how it fuses and why, and shape the loops of every fused group.</source>
        <translation>将 ONNX 文件、Relay 文本、调度脚本或项目拖放到此处。您将看到其图、融合方式及原因，并可调整每个融合组的循环。</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>正在打开 %1…</translation>
    </message>
    <message>
        <source>Nestwright ended without being closed</source>
        <translation>Nestwright 未正常关闭</translation>
    </message>
    <message>
        <source>These were open. Their histories and measured times were kept, to the last second.</source>
        <translation>以下文档曾处于打开状态。其历史和测得的时间已保留，精确到最后一秒。</translation>
    </message>
    <message>
        <source>Recover them</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Open each in its tab, as it was</source>
        <translation>各自在标签页中按原样打开</translation>
    </message>
    <message>
        <source>Leave them</source>
        <translation>暂不恢复</translation>
    </message>
    <message>
        <source>Nothing is thrown away: a file that is opened later offers what was not saved</source>
        <translation>不会丢弃任何内容：以后打开文件时会提供未保存的内容</translation>
    </message>
    <message>
        <source>%1, with changes that were not saved</source>
        <translation>%1，有未保存的更改</translation>
    </message>
    <message>
        <source>A text without a file</source>
        <translation>没有文件的文本</translation>
    </message>
    <message>
        <source>part of a detector, with dynamic sizes</source>
        <translation>检测器的一部分，带有动态尺寸</translation>
    </message>
</context>
<context>
    <name>nw::window::StatusLine</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n group(s)</source>
        <translation>
            <numerusform>%n 个组</numerusform>
        </translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>没有问题</translation>
    </message>
</context>
<context>
    <name>nw::window::TargetActions</name>
    <message>
        <source>Facts of a target</source>
        <translation>目标的参数</translation>
    </message>
    <message>
        <source>Facts of a target (*.json)</source>
        <translation>目标的参数 (*.json)</translation>
    </message>
</context>
<context>
    <name>nw::window::ToolBar</name>
    <message>
        <source>Which graph is shown</source>
        <translation>显示哪个图</translation>
    </message>
    <message>
        <source>  Search or command…    %1</source>
        <translation>  搜索或命令…    %1</translation>
    </message>
    <message>
        <source>Search or command</source>
        <translation>搜索或命令</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
</context>
<context>
    <name>nw::window::TuneTabs</name>
    <message>
        <source>Tuning %1</source>
        <translation>调优 %1</translation>
    </message>
    <message>
        <source>Schedules are searched for processors, not for a %1 yet</source>
        <translation>目前只为处理器搜索调度，尚不支持 %1</translation>
    </message>
    <message>
        <source>An emulator&apos;s times do not say which schedule is faster</source>
        <translation>仿真器的时间无法说明哪个调度更快</translation>
    </message>
    <message>
        <source>This group has no loops to shape</source>
        <translation>此组没有可调整的循环</translation>
    </message>
    <message>
        <source>TVMScript has its schedule in its loops: there are no steps to search</source>
        <translation>TVMScript 的调度就在其循环中：没有可搜索的步骤</translation>
    </message>
</context>
<context>
    <name>nw::window::TunedSchedules</name>
    <message>
        <source>Writing the script of a trial</source>
        <translation>正在写入试验的脚本</translation>
    </message>
    <message>
        <source>tuned: trial %1</source>
        <translation>已调优：试验 %1</translation>
    </message>
    <message>
        <source>tuned: the start</source>
        <translation>已调优：起点</translation>
    </message>
    <message>
        <source>The schedule of trial %1 is in the editor</source>
        <translation>试验 %1 的调度已放入编辑器</translation>
    </message>
    <message>
        <source>No schedule is faster than the one in use</source>
        <translation>没有比使用中的更快的调度</translation>
    </message>
    <message>
        <source>Writing the tuned schedules</source>
        <translation>正在写入调优后的调度</translation>
    </message>
    <message>
        <source>tuned schedule</source>
        <translation>调优后的调度</translation>
    </message>
    <message numerus="yes">
        <source>%n tuned schedule(s)</source>
        <translation>
            <numerusform>%n 个调优后的调度</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tuned schedule(s) in use</source>
        <translation>
            <numerusform>%n 个调优后的调度已启用</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::window::Tuning</name>
    <message>
        <source>%1 × 10%2</source>
        <translation>%1 × 10%2</translation>
    </message>
    <message numerus="yes">
        <source>%n second(s)</source>
        <translation>
            <numerusform>%n 秒</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n 分钟</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 hours</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>illegal</source>
        <translation>不合法</translation>
    </message>
    <message>
        <source>not compiled</source>
        <translation>未能编译</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>崩溃</translation>
    </message>
    <message>
        <source>late</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>wrong numbers</source>
        <translation>结果错误</translation>
    </message>
    <message>
        <source>too much memory</source>
        <translation>内存过多</translation>
    </message>
    <message>
        <source>ruled out</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>The kernel is not open any more.</source>
        <translation>内核已关闭。</translation>
    </message>
    <message>
        <source>Looking at what %1 can be tuned for</source>
        <translation>正在分析 %1 的可调优内容</translation>
    </message>
    <message>
        <source>Reading the records of %1</source>
        <translation>正在读取 %1 的记录</translation>
    </message>
    <message>
        <source>No task of this model can be tuned: the table says why.</source>
        <translation>此模型没有可调优的任务：表中说明原因。</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) of %1 in turns: </source>
        <translation>
            <numerusform>%1 的 %n 个任务轮流进行： </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>up to %1 schedules are measured on %n thread(s), %2.</source>
        <translation>
            <numerusform>在 %n 个线程上最多测量 %1 个调度，%2。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Other factors and orders of the script&apos;s own steps, lines %1 kept: up to %2 are measured on %n thread(s), %3.</source>
        <translation>
            <numerusform>脚本自身步骤的其他因子和顺序，保留第 %1 行：在 %n 个线程上最多测量 %2 个，%3。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %1 schedules of %2 thousands are estimated and up to %3 are measured on %n thread(s), %4.</source>
        <translation>
            <numerusform>在 %2 的 %1 个调度中，估计数千个，在 %n 个线程上最多测量 %3 个，%4。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changes of the steps of %1 are estimated, and up to %2 are measured on %n thread(s), %3.</source>
        <translation>
            <numerusform>估计 %1 步骤的各种更改，在 %n 个线程上最多测量 %2 个，%3。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> %n trial(s) of earlier searches are taken over.</source>
        <translation>
            <numerusform> 沿用此前搜索的 %n 次试验。</numerusform>
        </translation>
    </message>
    <message>
        <source>Tuning %1</source>
        <translation>调优 %1</translation>
    </message>
    <message>
        <source>Measuring start and best of %1 in turns</source>
        <translation>正在交替测量 %1 的起点与最佳</translation>
    </message>
    <message>
        <source>Nothing is left to try: what may still be changed was measured before, or is ruled out.</source>
        <translation>没有可尝试的了：尚可更改的已测量过或已被排除。</translation>
    </message>
    <message>
        <source>Nothing was measured.</source>
        <translation>未测量任何内容。</translation>
    </message>
    <message>
        <source>What was found is faster alone, and slower in the network: %1 a run, where the start takes %2.</source>
        <translation>找到的方案单独更快，但在网络中更慢：每次运行 %1，起点为 %2。</translation>
    </message>
    <message>
        <source>Nothing that was measured is faster than the start, %1, when both are measured in turns.</source>
        <translation>交替测量时，没有比起点 %1 更快的。</translation>
    </message>
    <message>
        <source>Trial %1 takes %2 ± %3 and the start %4 ± %5: the difference is within the noise.</source>
        <translation>试验 %1 用时 %2 ± %3，起点用时 %4 ± %5：差异在噪声范围内。</translation>
    </message>
    <message>
        <source>%1: trial %2 takes %3 ± %4 where the start takes %5 ± %6, medians of runs in turns.</source>
        <translation>%1：试验 %2 用时 %3 ± %4，起点用时 %5 ± %6，为交替运行的中位数。</translation>
    </message>
    <message>
        <source>%1 over the tasks that were measured: %2 of kernels a run of the model become %3.</source>
        <translation>已测量任务合计 %1：模型运行一次的内核时间由 %2 变为 %3。</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>%1 estimated</source>
        <translation>已估计 %1</translation>
    </message>
    <message>
        <source>%1 measured</source>
        <translation>已测量 %1</translation>
    </message>
    <message>
        <source>refused: %1</source>
        <translation>已拒绝：%1</translation>
    </message>
    <message>
        <source>%1 trials a second</source>
        <translation>每秒 %1 次试验</translation>
    </message>
    <message>
        <source>model so far %1</source>
        <translation>模型目前 %1</translation>
    </message>
    <message numerus="yes">
        <source>Of %1 schedules that the marks of %2 list, up to %3 are measured on %n thread(s), %4.</source>
        <translation>
            <numerusform>%2 的标记列出 %1 个调度，其中最多 %3 个在 %n 个线程上测量，%4。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nw::window::TuningNarrowing</name>
    <message>
        <source>Never %1</source>
        <translation>从不使用 %1</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>Locked: %1</source>
        <translation>已锁定：%1</translation>
    </message>
    <message>
        <source>The best until now was not made by choices of the search&apos;s space</source>
        <translation>目前最佳并非由搜索空间中的选择得到</translation>
    </message>
    <message>
        <source>Never use</source>
        <translation>从不使用</translation>
    </message>
    <message>
        <source>Keep as in the best</source>
        <translation>保持与最佳相同</translation>
    </message>
    <message>
        <source>There is something to lock while a search runs or is paused</source>
        <translation>只有在搜索运行或暂停时才能锁定</translation>
    </message>
    <message>
        <source>No step makes this loop: it is as the computation has it</source>
        <translation>没有任何一步产生这个循环：它保持计算中的原样</translation>
    </message>
    <message>
        <source>All further candidates have: %1</source>
        <translation>之后的所有候选调度都包含：%1</translation>
    </message>
    <message>
        <source>Forbid %1</source>
        <translation>禁止 %1</translation>
    </message>
    <message>
        <source>Forbidden: %1</source>
        <translation>已禁止：%1</translation>
    </message>
    <message>
        <source>Lock this loop</source>
        <translation>锁定此循环</translation>
    </message>
    <message>
        <source>Lock this line</source>
        <translation>锁定此行</translation>
    </message>
</context>
<context>
    <name>nw::window::TuningRunners</name>
    <message>
        <source>What it is becomes known once it is connected</source>
        <translation>连接之后才知道它是什么机器</translation>
    </message>
    <message>
        <source>Another machine: %1</source>
        <translation>另一种机器：%1</translation>
    </message>
</context>
<context>
    <name>nw::window::TuningWhy</name>
    <message>
        <source>Pause or stop the search first: two measurements would disturb each other</source>
        <translation>请先暂停或停止搜索：两个测量会相互干扰</translation>
    </message>
    <message>
        <source>Select a trial with a time first</source>
        <translation>请先选择一个有时间的试验</translation>
    </message>
    <message>
        <source>Asking why a schedule is fast</source>
        <translation>正在分析调度为何快</translation>
    </message>
    <message>
        <source>the default schedule has it</source>
        <translation>默认调度含有它</translation>
    </message>
    <message>
        <source>Select a trial to see what each of its steps gives.</source>
        <translation>选择一个试验，查看其各步骤的收益。</translation>
    </message>
    <message>
        <source>By the estimate: the start %1; this schedule %2, %3.</source>
        <translation>估计：起点 %1；此调度 %2，%3。</translation>
    </message>
    <message>
        <source>Measuring a schedule without each of its steps</source>
        <translation>正在逐步剔除测量调度</translation>
    </message>
</context>
</TS>
